import { z } from 'zod'
import { addressView } from '../wallet/views.ts'
import { errorCodes } from '../errors.ts'
import { tillOutcomes } from './limits.ts'
import { decimal, time } from '../scalars.ts'

/** Why something was not read; `until` is the moment from which asking again makes sense, in epoch milliseconds. */
const problem = z.object({
  code: z.enum(errorCodes),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

const sum = z.object({ currency: z.string(), total: decimal })
/** What was sold in a span and did not fail; each currency and each coin apart. */
const tillSoldView = z.object({
  count: z.int(),
  fiat: z.array(sum),
  coins: z.array(sum),
  /** Whether all of the span was read; else it is at least so much. */
  whole: z.boolean(),
})

/** Another till: an address that is followed by the service's list, never with its key. Amounts are to be shown, not decided with. */
export const tillView = z.object({
  address: addressView,
  name: z.string(),
  /** Whether it is an account of this Till's own wallet. */
  own: z.boolean(),
  /** When its newest purchases were read; null before the first time. */
  readAt: time.nullable(),
  today: tillSoldView,
  month: tillSoldView,
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
export type TillView = z.output<typeof tillView>
export type TillSoldView = z.output<typeof tillSoldView>

export const tillsView = z.object({
  tills: z.array(tillView),
  byPolicy: z.boolean(),
  /** Whether any is being read. */
  reading: z.boolean(),
  /** Why reading stopped before all were read. */
  stopped: problem.nullable(),
})
export type TillsView = z.output<typeof tillsView>

/** A purchase of another till, as the service's list tells it; what it left open is null or ''. */
export const tillPurchaseView = z.object({
  id: z.string(),
  at: time,
  outcome: z.enum(tillOutcomes),
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
export type TillPurchaseView = z.output<typeof tillPurchaseView>
