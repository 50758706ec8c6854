import { z } from 'zod'
import { underWayView } from '../checkout/views.ts'
import { filledFields, purchaseRowView } from '../purchases/views.ts'
import { address, decimal, hash, time } from '../scalars.ts'
import { arrivalReasons } from './arrival-reasons.ts'

/** Coins that arrived, as a question to the user. */
const arrivalView = z.object({
  hash,
  /** Its position among the transfers of its transaction to the address, ordered by what they move. */
  ordinal: z.int().nonnegative(),
  reason: z.enum(arrivalReasons),
  from: address,
  amount: decimal,
  symbol: z.string(),
  at: time,
  /** Whether it may be registered for this purchase if the user says so. */
  canRegister: z.boolean(),
  /** Whether a reorganization removed it from the chain. */
  isGone: z.boolean(),
  /** Whether it came back, as the chain shows or the user said. */
  isBack: z.boolean(),
  /** The received transfer by which it seems to have come back; null if there is none. */
  returnedBy: z.object({ id: z.uuid(), hash, at: time, explorerUrl: z.string().nullable() }).nullable(),
})
export type ArrivalView = z.output<typeof arrivalView>

/** A payment that another wallet is asked to make. */
export const externalPaymentView = purchaseRowView
  .omit({ createdAt: true, status: true, attention: true, inMoney: true, countryCount: true })
  .extend({
    askedAt: time,
    /** The draft that becomes the purchase, and the unpaid purchase that it repeats. */
    draftId: z.uuid().nullable(),
    repeatOf: z.uuid().nullable(),
    requiredFields: filledFields,
    /** `waiting`: its price still holds; `late`: it does not. */
    state: z.enum(['waiting', 'late', 'stopped', 'paid']),
    /** Until when the price holds, by this machine's clock. */
    holdsUntil: time,
    /** Until when Till looks for it. */
    watchedUntil: time,
    fromAddress: address,
    recipient: address,
    chainId: z.int().positive(),
    /** The coin's contract; null for the network's native coin. */
    token: address.nullable(),
    decimals: z.int().nonnegative(),
    /** How many other payments of the same amount are awaited from this account. */
    alike: z.int().nonnegative(),
    /** When the network last answered; null if it has not in this process. */
    lookedAt: time.nullable(),
    /** What arrived and needs an answer. */
    arrivals: z.array(arrivalView),
    /** What the account sent to the address and no purchase uses, by the user's answer: it is with the service unless it came back. */
    unused: z.array(arrivalView),
    /** What other accounts sent to the address and no purchase uses, by the user's answer. */
    fromOthers: z.array(arrivalView),
    /** What was bought for the same recipient since this was asked for, is under way or is asked about; null once it is not awaited. */
    same: underWayView.nullable(),
  })
export type ExternalPaymentView = z.output<typeof externalPaymentView>
