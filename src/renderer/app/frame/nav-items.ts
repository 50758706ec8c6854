import { Banknote, ReceiptText, Settings, Store, Wallet } from '@lucide/vue'
import { isAtLeast, type Role } from '../../../shared/roles.ts'

/** The places of the rail and the bottom bar, in order; `under` are the routes that belong to a place, `least` who may go there. */
const navItems = [
  { name: 'shop', icon: Store, under: ['shop', 'changes', 'brand', 'checkout'], least: 'clerk' },
  {
    name: 'sales',
    icon: Banknote,
    under: ['sales', 'receipt', 'shift', 'reports', 'tills', 'followed'],
    least: 'clerk',
    inShop: true,
  },
  { name: 'purchases', icon: ReceiptText, under: ['purchases', 'purchase'], least: 'manager' },
  { name: 'wallet', icon: Wallet, under: ['wallet', 'accounts', 'allowances'], least: 'manager' },
  { name: 'settings', icon: Settings, under: ['settings', 'people', 'prices', 'slip', 'counter'], least: 'manager' },
] as const

/** Where whoever is at the till may go; some places are a shop's alone. */
export const placesFor = (role: Role, isShop: boolean): readonly (typeof navItems)[number][] =>
  navItems.filter((item) => isAtLeast(role, item.least) && (isShop || !('inShop' in item)))
