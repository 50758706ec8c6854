import { z } from 'zod'
import { errorCodes } from '../errors.ts'
import { registerOutcomes } from './limits.ts'
import { address, decimal, time } from '../scalars.ts'

/** Why something was not read; `until` is the moment from which asking again makes sense, in epoch milliseconds. */
const problem = z.object({
  code: z.enum(errorCodes),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

const sum = z.object({ currency: z.string(), total: decimal })
/** What was sold in a span and did not fail; each currency and each coin apart. */
const registerSoldView = z.object({
  count: z.int(),
  fiat: z.array(sum),
  coins: z.array(sum),
  /** Whether all of the span was read; else it is at least so much. */
  whole: z.boolean(),
})

/** Another register: an address that is followed by the service's list, never with its key. Amounts are to be shown, not decided with. */
export const registerView = z.object({
  address,
  name: z.string(),
  /** Whether it is an account of this Till's own wallet. */
  own: z.boolean(),
  /** When its newest purchases were read; null before the first time. */
  readAt: time.nullable(),
  today: registerSoldView,
  month: registerSoldView,
  onItsWay: z.int(),
  /** Of those the ones that have been so for more than an hour. */
  late: z.int(),
  /** This month's, whose coins are still to come back. */
  failed: z.int(),
  /** This month's. */
  refunded: z.int(),
  /** How many entries of the service's list could not be read, at least. */
  unreadable: z.int(),
  /** Whether the list has more than was read, or what was read of it may have changed. */
  older: z.boolean(),
  /** It is being read, or is next; or was left when reading stopped. */
  state: z.enum(['rests', 'reading', 'next', 'left']),
  problem: problem.nullable(),
})
export type RegisterView = z.output<typeof registerView>
export type RegisterSoldView = z.output<typeof registerSoldView>

export const registersView = z.object({
  registers: z.array(registerView),
  byPolicy: z.boolean(),
  /** Whether any is being read. */
  reading: z.boolean(),
  /** Why reading stopped before all were read. */
  stopped: problem.nullable(),
})
export type RegistersView = z.output<typeof registersView>

/** A purchase of another register, as the service's list tells it; what it left open is null or ''. */
export const registerPurchaseView = z.object({
  id: z.string(),
  at: time,
  outcome: z.enum(registerOutcomes),
  /** The service's own word. */
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
