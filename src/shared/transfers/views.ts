import { z } from 'zod'
import { addressView } from '../wallet/views.ts'
import { singleStepView } from '../transactions/single-step-views.ts'
import { quoteProblems } from '../checkout/quote-problems.ts'
import { decimal, time } from '../scalars.ts'

/** What speaks against sending to an address, most serious first. */
export const transferWarnings = [
  'look-alike',
  'clipboard',
  'unanswered',
  'known-contract',
  'contract',
  'never-used',
  'first-time',
  'own-account',
] as const

export const transferWarningView = z.object({
  warning: z.enum(transferWarnings),
  /** Asks for more than a press: one group of the address is to be typed. */
  strong: z.boolean(),
  /** The address that it is compared with: the one it resembles, or the one on the clipboard. */
  other: z.object({ address: addressView, name: z.string().nullable() }).nullable(),
})

/** Why a text can not be sent to. */
export const recipientProblems = ['not-an-address', 'checksum', 'nobody', 'self', 'own-contract'] as const

/** What can be said of a recipient without asking anybody. */
export const recipientCheckView = z.object({
  address: addressView.nullable(),
  problem: z.enum(recipientProblems).nullable(),
  /** What the person calls it. */
  name: z.string().nullable(),
  warnings: z.array(transferWarningView),
})

/** What sending would do, decoded from the bytes that would be signed, with everything that speaks against it. */
export const transferOfferView = z.object({
  offerKey: z.uuid(),
  from: addressView,
  recipient: addressView,
  name: z.string().nullable(),
  networkKey: z.string(),
  networkName: z.string(),
  token: addressView.nullable(),
  symbol: z.string(),
  amount: decimal,
  networkFeeAtMost: decimal,
  nativeSymbol: z.string(),
  /** What is left at least of the coin, and of the network's own; null where it does not suffice. */
  left: decimal.nullable(),
  nativeLeft: decimal.nullable(),
  simulated: z.boolean(),
  warnings: z.array(transferWarningView),
  /** Which group of four signs after 0x (0 to 9) is to be typed; null where nothing strong speaks against it. */
  typeGroup: z.int().min(0).max(9).nullable(),
  problems: z.array(z.object({ problem: z.enum(quoteProblems), blocking: z.boolean(), detail: z.string().nullable() })),
  expiresAt: time,
})

/** Coins that were sent to an address. */
export const transferView = singleStepView.extend({
  recipient: addressView,
  /** What the person called the recipient when it was sent; null for nothing, or where it can't be read. */
  name: z.string().nullable(),
  networkKey: z.string(),
  token: addressView.nullable(),
  symbol: z.string(),
  amount: decimal,
})

/** An address that a person has named; never used by this wallet where the times are null. */
export const recipientView = z.object({
  id: z.uuid(),
  name: z.string(),
  address: addressView,
  firstUsed: time.nullable(),
  lastUsed: time.nullable(),
})

export type TransferWarning = z.output<typeof transferWarningView>
export type RecipientCheckView = z.output<typeof recipientCheckView>
export type TransferOfferView = z.output<typeof transferOfferView>
export type TransferView = z.output<typeof transferView>
export type RecipientView = z.output<typeof recipientView>
