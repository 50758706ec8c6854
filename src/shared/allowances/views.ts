import { z } from 'zod'
import { errorCodes } from '../errors.ts'
import { address, decimal } from '../scalars.ts'
import { singleStepView } from '../transactions/single-step-views.ts'
import { networkFee } from '../transactions/views.ts'

/** An allowance that is being revoked. */
export const revocationView = singleStepView.extend({
  token: address,
  /** The name that the service or a purchase gives it, otherwise its short address. */
  tokenSymbol: z.string(),
  spender: address,
  /** The service whose network lists this contract as its own; null for any other contract. */
  spenderName: z.string().nullable(),
})

/** The amount of one coin that one contract can still take out of the wallet. */
export const allowanceView = z.object({
  id: z.string(),
  token: address,
  tokenSymbol: z.string(),
  spender: address,
  /** The service whose network lists this contract as its own; null for any other contract. */
  spenderName: z.string().nullable(),
  /** Null if the network did not say; never 0 instead. */
  amount: decimal.nullable(),
  /** Whether the amount is unlimited in practice. */
  unlimited: z.boolean(),
  /** The newest purchase that approved it; null if no purchase of this Till did. */
  purchaseId: z.uuid().nullable(),
  /** An open purchase that still needs it, so that it cannot be revoked now. */
  neededBy: z.uuid().nullable(),
  /** The state of its revocation; null if there was none, or it is final. */
  revoking: revocationView.nullable(),
})

/** All current allowances, by network. */
export const allowancesView = z.array(
  z.object({
    key: z.string(),
    name: z.string(),
    allowances: z.array(allowanceView),
    /** Whether approvals made outside this Till were searched for since the network's first block. */
    complete: z.boolean(),
    error: z.enum(errorCodes).nullable(),
  }),
)

/** The cost of a revocation. */
export const revocationOfferView = z.object({
  offerKey: z.uuid(),
  ...networkFee,
  nativeSymbol: z.string(),
  /** The fee cap that it exceeds, in the native coin, so that it requires the password; null if it does not. */
  exceededCap: decimal.nullable(),
  simulated: z.boolean(),
})

export type AllowanceView = z.output<typeof allowanceView>
export type AllowancesView = z.output<typeof allowancesView>
export type RevocationView = z.output<typeof revocationView>
export type RevocationOfferView = z.output<typeof revocationOfferView>
