import { ReceiptText, Settings, Store, Wallet } from '@lucide/vue'

/** The places of the rail and the bottom bar, in order; `under` are the routes that belong to a place. */
export const navItems = [
  { name: 'shop', icon: Store, under: ['shop', 'changes', 'brand', 'checkout'] },
  { name: 'purchases', icon: ReceiptText, under: ['purchases', 'purchase'] },
  { name: 'wallet', icon: Wallet, under: ['wallet', 'accounts', 'allowances'] },
  { name: 'settings', icon: Settings, under: ['settings'] },
] as const
