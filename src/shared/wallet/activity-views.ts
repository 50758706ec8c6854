import { z } from 'zod'
import { purchaseRowView } from '../purchases/views.ts'
import { address, decimal, time } from '../scalars.ts'
import { transferView } from '../transfers/views.ts'

const activityKinds = ['purchase', 'received', 'refund', 'transfer', 'unused'] as const

/** The place of an entry in the activity, which a page continues after. */
export const activityPlace = z.object({ at: time, kind: z.enum(activityKinds), id: z.string().max(100) })

/** Something that moved an account's coins, or may still move them. Coins of a network itself leave no trace when they come. */
export const activityView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('purchase'),
    at: time,
    purchase: purchaseRowView,
    /** The name of the person it went to; null if nobody saved them. */
    person: z.string().nullable(),
    /** The coins that left the wallet, or may still leave; null if they never did. */
    paid: decimal.nullable(),
  }),
  /** All refunds of one purchase, at the time of the last one. */
  z.object({ kind: z.literal('refund'), at: time, purchase: purchaseRowView, amount: decimal }),
  z.object({ kind: z.literal('transfer'), at: time, transfer: transferView }),
  /** Coins from elsewhere, by what symbol and network were called then. */
  z.object({
    kind: z.literal('received'),
    at: time,
    id: z.uuid(),
    amount: decimal,
    symbol: z.string(),
    sender: address,
    networkName: z.string(),
    explorerUrl: z.string().nullable(),
  }),
  /** Coins that arrived for a purchase from another wallet, and bought nothing. */
  z.object({
    kind: z.literal('unused'),
    at: time,
    id: z.string(),
    /** The payment that was asked for. */
    paymentId: z.uuid(),
    brandName: z.string(),
    amount: decimal,
    symbol: z.string(),
    /** Whether the account sent them; strangers' coins moved none of its own. */
    isOwn: z.boolean(),
    /** `question`: the user may say what they are for; `back`: they came back, as a receipt of their own. */
    state: z.enum(['question', 'unused', 'back']),
  }),
])

export type ActivityPlace = z.output<typeof activityPlace>
export type ActivityView = z.output<typeof activityView>
