import { z } from 'zod'
import { errorCodes } from '../errors.ts'
import { singleStepView } from '../transactions/single-step-views.ts'

const decimal = z.string().regex(/^\d+(\.\d+)?$/)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** An allowance that is taken back. */
export const revocationView = singleStepView.extend({
  token: address,
  /** By the name that the service or a purchase gives it; its short address where none does. */
  tokenSymbol: z.string(),
  spender: address,
  /** The service whose network names this contract as its own; null for any other contract. */
  spenderName: z.string().nullable(),
})

/** What one contract may still take of one coin out of the wallet. */
export const allowanceView = z.object({
  id: z.string(),
  token: address,
  tokenSymbol: z.string(),
  spender: address,
  /** The service whose network names this contract as its own; null for any other contract. */
  spenderName: z.string().nullable(),
  /** Null where the network did not say, never 0 for that. */
  amount: decimal.nullable(),
  /** So much that it has no end in practice. */
  unlimited: z.boolean(),
  /** The newest purchase that permitted it; null where none of this Till did. */
  purchaseId: z.uuid().nullable(),
  /** A purchase under way that still needs it, so that it can not be taken back now. */
  neededBy: z.uuid().nullable(),
  /** How taking it back stands; null where that was never begun, or is done for good. */
  revoking: revocationView.nullable(),
})

/** Every allowance that stands, by network. */
export const allowancesView = z.array(
  z.object({
    key: z.string(),
    name: z.string(),
    allowances: z.array(allowanceView),
    /** Whether what was permitted outside of this Till was looked for from the network's beginning on. */
    complete: z.boolean(),
    error: z.enum(errorCodes).nullable(),
  }),
)

/** What taking an allowance back costs. */
export const revocationOfferView = z.object({
  offerKey: z.uuid(),
  networkFeeAtMost: decimal,
  nativeSymbol: z.string(),
  /** The cap that it is above, in the network's own coin, so that it takes the password; null where it is not. */
  passedCap: decimal.nullable(),
  simulated: z.boolean(),
})

export type AllowanceView = z.output<typeof allowanceView>
export type AllowancesView = z.output<typeof allowancesView>
export type RevocationView = z.output<typeof revocationView>
export type RevocationOfferView = z.output<typeof revocationOfferView>
