import { z } from 'zod'
import { errorView } from '../error-view.ts'
import { registerOutcomes } from './outcomes.ts'
import { address, decimal, time } from '../scalars.ts'

const sum = z.object({ currency: z.string(), total: decimal })
/** The sales in a span that did not fail, by currency and by coin. */
const registerSoldView = z.object({
  count: z.int(),
  fiat: z.array(sum),
  coins: z.array(sum),
  /** Whether the whole span was read; otherwise the figures are minimums. */
  whole: z.boolean(),
})

/**
 * Another register: an address that is followed through the service's list, never with its key. Amounts are for display, not for decisions.
 */
export const registerView = z.object({
  address,
  name: z.string(),
  /** Whether it is an account of this Till's wallet. */
  own: z.boolean(),
  /** When its newest purchases were read; null before the first read. */
  readAt: time.nullable(),
  today: registerSoldView,
  month: registerSoldView,
  onItsWay: z.int(),
  /** The number of those that have been so for more than an hour. */
  late: z.int(),
  /** This month's failed ones that are not refunded yet. */
  failed: z.int(),
  /** This month's refunded ones. */
  refunded: z.int(),
  /** The minimum number of unreadable entries in the service's list. */
  unreadable: z.int(),
  /** Whether the list has entries that were not read, or those read may have changed. */
  older: z.boolean(),
  /** `reading`: being read; `next`: about to be read; `left`: not read before reading stopped. */
  state: z.enum(['idle', 'reading', 'next', 'left']),
  /** Why it was not read; `until` is the earliest useful time to retry, in epoch milliseconds. */
  problem: errorView.nullable(),
})
export type RegisterView = z.output<typeof registerView>
export type RegisterSoldView = z.output<typeof registerSoldView>

export const registersView = z.object({
  registers: z.array(registerView),
  byPolicy: z.boolean(),
  /** Whether any register is being read. */
  reading: z.boolean(),
  /** Why reading stopped before all were read. */
  stopped: errorView.nullable(),
})
export type RegistersView = z.output<typeof registersView>

/** A purchase of another register, as the service lists it; missing values are null or ''. */
export const registerPurchaseView = z.object({
  id: z.string(),
  at: time,
  outcome: z.enum(registerOutcomes),
  /** The status exactly as the service names it. */
  status: z.string(),
  product: z.string(),
  sku: z.string(),
  quantity: z.string(),
  currency: z.string(),
  amount: decimal.nullable(),
  coin: z.string(),
  paid: decimal.nullable(),
  hash: z.string().nullable(),
  explorerUrl: z.string().nullable(),
})
export type RegisterPurchaseView = z.output<typeof registerPurchaseView>
