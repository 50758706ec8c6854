import { z } from 'zod'
import { decimal } from '../scalars.ts'

export const feeActions = ['speed-up', 'cancel'] as const

/** What a higher fee, or a cancel, costs at most. */
export const feeOfferView = z.object({
  offerKey: z.uuid(),
  action: z.enum(feeActions),
  networkFeeAtMost: decimal,
  nativeSymbol: z.string(),
  /** The cap that it is above, in the network's own coin, so that it takes the password; null where it is not. */
  passedCap: decimal.nullable(),
})

/** The wallet's password, for a network fee that is above the cap (`fee-high`, `passedCap`); null for any other. */
export const feePassword = z.string().min(1).max(1000).nullable().default(null)

export const stepKinds = ['zero-allowance', 'approve', 'pay', 'revoke', 'send', 'claim'] as const

export type FeeAction = (typeof feeActions)[number]
export type FeeOfferView = z.output<typeof feeOfferView>
export type StepKind = (typeof stepKinds)[number]
