import { z } from 'zod'
import { locales } from './locales.ts'
import { payingStops } from '../error-reasons.ts'
import { kioskView } from '../kiosk/views.ts'
import { policyView } from '../policy/views.ts'
import { profileView, waitingServiceView } from '../services/views.ts'
import { accountView } from '../wallet/views.ts'

export const settingsView = z.object({
  locale: z.enum(locales).nullable(),
  theme: z.enum(['light', 'dark', 'system']),
  lockAfterMinutes: z.int().min(1).max(240),
  /** Minutes without activity after which a shop's register signs out its user. */
  idleMinutes: z.int().min(1).max(60),
  /** Whether a clerk types the PIN again for each sale. */
  pinAtSale: z.boolean(),
  homeCountry: z.string().length(2).nullable(),
  /** The list that the shop shows first; null until a person chose one. */
  shopView: z.enum(['brands', 'products']).nullable(),
  /** The position of the customer, who checks the sale: across the counter, or beside the clerk. */
  customerStands: z.enum(['across', 'beside']),
  /** Whether a register's second display, if there is one, shows the sale to the customer. */
  customerDisplay: z.enum(['automatic', 'off']),
})

/** A version that its publisher announced, newer than the running one. */
const newerVersionView = z.object({
  version: z.string(),
  /** The day of its release. */
  date: z.iso.date(),
})

export const appView = z.object({
  kiosk: kioskView,
  policy: policyView,
  version: z.string(),
  /** The newer version that is known, for the manager only; null for none. */
  newerVersion: newerVersionView.nullable(),
  shell: z.enum(['electron', 'chromium']),
  profile: profileView.nullable(),
  /** The service that this start named; it waits for the password, and the manager's page asks for it. Null for none. */
  waitingService: waitingServiceView.nullable(),
  /** The play-money service that was started with Till, offered at first run. */
  offersSandbox: z.boolean(),
  /** The account in use; null without a wallet, and `hidden` in shop mode from everyone but the manager. */
  wallet: z.union([accountView, z.literal('hidden')]).nullable(),
  locked: z.boolean(),
  /** The shop's name on its receipts; null outside shop mode and for a shop without a name. */
  shopName: z.string().nullable(),
  settings: settingsView,
  /** Why paying is stopped; null while it is allowed. */
  payingStopped: z.enum(payingStops).nullable(),
  /** Whether the system keeps Till's records key in a secret store; if not, settings say so. */
  secretStore: z.boolean(),
  /** Whether Till also locks with the screen; with the machine's sleep it always does. */
  locksWithScreen: z.boolean(),
  /** Whether receipts of a shop's register go to the system's default printer without a dialog. */
  printsSilently: z.boolean(),
  /** Whether Till starts with the system; null if this Till cannot. */
  startsWithSystem: z.boolean().nullable(),
  /** Whether a shift was ever opened, so that there are sales and reports to read. */
  hasShifts: z.boolean(),
})

export type SettingsView = z.output<typeof settingsView>
export type NewerVersionView = z.output<typeof newerVersionView>
export type AppView = z.output<typeof appView>
