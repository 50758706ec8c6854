import { z } from 'zod'
import { singleStepView } from '../transactions/single-step-views.ts'
import { networkFee } from '../transactions/views.ts'
import { address, decimal } from '../scalars.ts'

/** The claim of a refund from an escrow. */
export const claimView = singleStepView.extend({
  /** The purchases that it refunds. */
  purchaseIds: z.array(z.uuid()),
  amount: decimal,
  tokenSymbol: z.string(),
  /** Whether the coins arrived and the purchases have their refund. */
  isCounted: z.boolean(),
})

/**
 * The state of a purchase's refund in its escrow. `none`: there is no escrow, or nothing to wait for; `unread`: the network's nodes do not
 * show the payment's record; `pending`: the escrow has not decided yet; `delivered`: the escrow counts it as delivered; `withdrawn`:
 * nothing waits there any more; `claiming`: a claim was signed and has not settled, or has brought the coins.
 */
const claimableStates = ['none', 'unread', 'pending', 'delivered', 'withdrawn', 'ready', 'claiming'] as const

/** The refund of a purchase that its payer claims. */
export const claimableView = z.object({
  purchaseId: z.uuid(),
  state: z.enum(claimableStates),
  /** The amount to claim, if known. */
  amount: decimal.nullable(),
  tokenSymbol: z.string(),
  /** Its newest claim, in any state; null if there was none. */
  claim: claimView.nullable(),
})

/** The amount and cost of a claim. */
export const claimOfferView = z.object({
  offerKey: z.uuid(),
  ...networkFee,
  nativeSymbol: z.string(),
  /** The fee cap that it exceeds, in the native coin, so that it requires the password; null if it does not. */
  exceededCap: decimal.nullable(),
  simulated: z.boolean(),
  /** The amount of this purchase, or of all that are claimed with it. */
  amount: decimal,
  tokenSymbol: z.string(),
  /** The account that receives it. */
  recipient: address,
  /** The purchases that it refunds, this one first. */
  purchaseIds: z.array(z.uuid()),
})

export type ClaimView = z.output<typeof claimView>
export type ClaimableView = z.output<typeof claimableView>
export type ClaimOfferView = z.output<typeof claimOfferView>
