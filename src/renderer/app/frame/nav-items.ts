import { isAtLeast, type Role } from '../../../shared/roles.ts'
import { ReceiptText, Settings, Store, Wallet } from '@lucide/vue'

/** The places of the rail and the bottom bar, in order; `under` are the routes that belong to a place, `least` who may go there. */
const navItems = [
  { name: 'shop', icon: Store, under: ['shop', 'changes', 'brand', 'checkout'], least: 'clerk' },
  { name: 'purchases', icon: ReceiptText, under: ['purchases', 'purchase'], least: 'clerk' },
  { name: 'wallet', icon: Wallet, under: ['wallet', 'accounts', 'allowances'], least: 'manager' },
  { name: 'settings', icon: Settings, under: ['settings', 'people'], least: 'manager' },
] as const

/** Where whoever is at the till may go. */
export const placesFor = (role: Role): readonly (typeof navItems)[number][] =>
  navItems.filter(({ least }) => isAtLeast(role, least))
