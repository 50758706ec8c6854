import { z } from 'zod'
import { decimal } from '../scalars.ts'

export const feeActions = ['speed-up', 'cancel'] as const

/** The highest network fee, in the native coin, and about what that is in dollars by a price on the same network; null if that is unknown. */
export const networkFee = { networkFeeAtMost: decimal, networkFeeInDollars: decimal.nullable() }

/** The highest cost of a higher fee or a cancel. */
export const feeOfferView = z.object({
  offerKey: z.uuid(),
  action: z.enum(feeActions),
  ...networkFee,
  nativeSymbol: z.string(),
  /** The fee cap that it exceeds, in the native coin, so that it requires the password; null if it does not. */
  exceededCap: decimal.nullable(),
})

/** The wallet's password, for a network fee above the cap (`fee-high`, `exceededCap`); null for any other. */
export const feePassword = z.string().min(1).max(1000).nullable().default(null)

export const stepKinds = ['zero-allowance', 'approve', 'pay', 'revoke', 'send', 'claim'] as const

export type FeeAction = (typeof feeActions)[number]
export type FeeOfferView = z.output<typeof feeOfferView>
export type NetworkFee = Pick<FeeOfferView, keyof typeof networkFee>
export type StepKind = (typeof stepKinds)[number]
