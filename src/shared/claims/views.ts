import { z } from 'zod'
import { addressView } from '../wallet/views.ts'
import { singleStepView } from '../transactions/single-step-views.ts'
import { decimal } from '../scalars.ts'

/** A refund that is claimed from an escrow. */
export const claimView = singleStepView.extend({
  /** The purchases whose refund it is. */
  purchaseIds: z.array(z.uuid()),
  amount: decimal,
  tokenSymbol: z.string(),
  /** Whether the coins came and the purchases have their refund. */
  isCounted: z.boolean(),
})

/**
 * How the refund of a purchase stands in its escrow. `none`: there is no escrow, or nothing to wait for; `unread`: the network's nodes do not
 * show the payment's record; `pending`: the escrow has not decided yet; `delivered`: it counts as delivered there; `withdrawn`: nothing
 * waits there any more; `claiming`: a claim was signed and has not ended, or has brought the coins.
 */
export const claimableStates = ['none', 'unread', 'pending', 'delivered', 'withdrawn', 'ready', 'claiming'] as const

/** The refund of a purchase that its payer claims. */
export const claimableView = z.object({
  purchaseId: z.uuid(),
  state: z.enum(claimableStates),
  /** What is claimed, where it is known. */
  amount: decimal.nullable(),
  tokenSymbol: z.string(),
  /** The newest claim of it, whatever became of it; null where there was none. */
  claim: claimView.nullable(),
})

/** What claiming a refund gives and costs. */
export const claimOfferView = z.object({
  offerKey: z.uuid(),
  networkFeeAtMost: decimal,
  nativeSymbol: z.string(),
  /** The cap that it is above, in the network's own coin, so that it takes the password; null where it is not. */
  passedCap: decimal.nullable(),
  simulated: z.boolean(),
  /** What comes: of this purchase, or of all that wait with it. */
  amount: decimal,
  tokenSymbol: z.string(),
  /** The account that gets it. */
  recipient: addressView,
  /** The purchases whose refund it is, this one first. */
  purchaseIds: z.array(z.uuid()),
})

export type ClaimView = z.output<typeof claimView>
export type ClaimableView = z.output<typeof claimableView>
export type ClaimOfferView = z.output<typeof claimOfferView>
