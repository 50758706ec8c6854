import { defineAsyncComponent } from 'vue'
import { Banknote, BookUser, ReceiptText, Settings, ShoppingBasket, Store, Wallet } from '@lucide/vue'
import { isAtLeast, type Role } from '../../../shared/kiosk/roles.ts'

/** Loaded only where a newer version is known. */
export const NewerVersionDot = defineAsyncComponent(() => import('./NewerVersionDot.vue'))

/** What a shop sold, here and at other registers, belongs to its sales; at home, to the settings that lead there. */
const books = ['sales', 'receipt', 'shift', 'reports', 'registers', 'followed'] as const

/**
 * The items of the rail and the bottom bar, in order: `under` lists an item's routes, `home` those only at home, `least` the lowest role.
 */
const navItems = [
  { name: 'sell', icon: ShoppingBasket, under: ['sell'], least: 'clerk', inShop: true },
  { name: 'shop', icon: Store, under: ['shop', 'changes', 'brand', 'checkout'], least: 'manager' },
  {
    name: 'sales',
    icon: Banknote,
    under: [...books, 'drawer', 'count'],
    least: 'clerk',
    inShop: true,
  },
  {
    name: 'purchases',
    icon: ReceiptText,
    under: ['purchases', 'purchase', 'external', 'spending', 'codes', 'gift', 'reminders'],
    least: 'manager',
  },
  { name: 'people', icon: BookUser, under: ['people'], least: 'manager' },
  {
    name: 'wallet',
    icon: Wallet,
    under: ['wallet', 'accounts', 'allowances', 'send', 'sent', 'transfer'],
    least: 'manager',
  },
  {
    name: 'settings',
    icon: Settings,
    under: ['settings', 'shop-setup', 'clerks', 'prices', 'receipt-settings', 'counter'],
    home: books,
    least: 'manager',
  },
] as const

/** Returns the items that a role may open, and their routes; some items exist in a shop only. */
export const sectionsFor = (role: Role, isShop: boolean) =>
  navItems
    .filter((item) => isAtLeast(role, item.least) && (isShop || !('inShop' in item)))
    .map((item) => ({ ...item, under: [...item.under, ...(!isShop && 'home' in item ? item.home : [])] }))
