import { Banknote, ReceiptText, Settings, Store, Wallet } from '@lucide/vue'
import { isAtLeast, type Role } from '../../../shared/kiosk/roles.ts'

/** What other registers sold belongs to a shop's sales; at home, where none are, to the settings that lead there. */
const otherRegisters = ['registers', 'followed'] as const

/** The places of the rail and the bottom bar, in order; `under` are the routes that belong to a place, `home` those only at home, `least` who may go there. */
const navItems = [
  { name: 'shop', icon: Store, under: ['shop', 'changes', 'brand', 'checkout'], least: 'clerk' },
  {
    name: 'sales',
    icon: Banknote,
    under: ['sales', 'receipt', 'shift', 'reports', ...otherRegisters],
    least: 'clerk',
    inShop: true,
  },
  { name: 'purchases', icon: ReceiptText, under: ['purchases', 'purchase'], least: 'manager' },
  {
    name: 'wallet',
    icon: Wallet,
    under: ['wallet', 'accounts', 'allowances', 'send', 'sent', 'transfer', 'recipients'],
    least: 'manager',
  },
  {
    name: 'settings',
    icon: Settings,
    under: ['settings', 'people', 'prices', 'receipt-settings', 'counter'],
    home: otherRegisters,
    least: 'manager',
  },
] as const

/** Where whoever is at the till may go, and what belongs to it; some places are a shop's alone. */
export const placesFor = (role: Role, isShop: boolean) =>
  navItems
    .filter((item) => isAtLeast(role, item.least) && (isShop || !('inShop' in item)))
    .map((item) => ({ ...item, under: [...item.under, ...(!isShop && 'home' in item ? item.home : [])] }))
