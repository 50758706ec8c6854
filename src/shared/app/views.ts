import { z } from 'zod'
import { locales } from './locales.ts'
import { kioskView } from '../kiosk/views.ts'
import { policyView } from '../policy/views.ts'
import { profileView } from '../services/views.ts'
import { accountView } from '../wallet/views.ts'

export const settingsView = z.object({
  locale: z.enum(locales).nullable(),
  theme: z.enum(['light', 'dark', 'system']),
  lockAfterMinutes: z.int().min(1).max(240),
  /** In a shop, after so many without a touch whoever was at the till has left it. */
  idleMinutes: z.int().min(1).max(60),
  homeCountry: z.string().length(2).nullable(),
  /** What the shop shows of its own accord; null until a person chose. */
  shopView: z.enum(['brands', 'products']).nullable(),
  /** In a shop: where a customer stands who checks what is sold, across the counter or beside the clerk. */
  customerStands: z.enum(['across', 'beside']),
})

export const appView = z.object({
  kiosk: kioskView,
  policy: policyView,
  version: z.string(),
  shell: z.enum(['electron', 'chromium']),
  profile: profileView.nullable(),
  /** The play-money service that was started beside Till, offered at first run. */
  offersSandbox: z.boolean(),
  /** The account in use. */
  wallet: accountView.nullable(),
  locked: z.boolean(),
  settings: settingsView,
  /** Why paying is stopped, or null while it is allowed. */
  payingStopped: z.enum(['ledger-unsafe', 'disk-error', 'records-unreadable']).nullable(),
  /** Whether the system keeps Till's records key in a secret store; false is said plainly in settings. */
  secretStore: z.boolean(),
  /** Whether the system's first printer takes the receipts of a till in a shop without anybody being asked. */
  printsUnasked: z.boolean(),
})

export type SettingsView = z.output<typeof settingsView>
export type AppView = z.output<typeof appView>
