import { z } from 'zod'
import { singleStepView } from '../transactions/single-step-views.ts'
import { networkFee } from '../transactions/views.ts'
import { quoteProblems } from '../checkout/quote-problems.ts'
import { address, decimal, time } from '../scalars.ts'

/** The warnings about a recipient, most serious first. */
const transferWarnings = [
  'look-alike',
  'clipboard',
  'unanswered',
  'known-contract',
  'contract',
  'never-used',
  'first-time',
  'own-account',
] as const

const transferWarningView = z.object({
  warning: z.enum(transferWarnings),
  /** Whether a press is not enough: one group of the address must be typed. */
  strong: z.boolean(),
  /** The address that it is compared with: the similar one, or the one on the clipboard. */
  other: z.object({ address, name: z.string().nullable() }).nullable(),
})

/** Why a text is not a valid recipient. */
const recipientProblems = ['not-an-address', 'checksum', 'nobody', 'self', 'own-contract'] as const

/** The result of checking a recipient offline. */
export const recipientCheckView = z.object({
  address: address.nullable(),
  problem: z.enum(recipientProblems).nullable(),
  /** The person's name for it. */
  name: z.string().nullable(),
  warnings: z.array(transferWarningView),
})

/** The effect of a transfer, decoded from the bytes to be signed, with all warnings. */
export const transferOfferView = z.object({
  offerKey: z.uuid(),
  from: address,
  recipient: address,
  name: z.string().nullable(),
  networkKey: z.string(),
  networkName: z.string(),
  token: address.nullable(),
  symbol: z.string(),
  amount: decimal,
  ...networkFee,
  nativeSymbol: z.string(),
  /** The least that is left of the coin, and of the native coin; null if the balance is too low. */
  left: decimal.nullable(),
  nativeLeft: decimal.nullable(),
  simulated: z.boolean(),
  warnings: z.array(transferWarningView),
  /** The group of four characters after 0x (0 to 9) to type; null if there is no strong warning. */
  typeGroup: z.int().min(0).max(9).nullable(),
  problems: z.array(z.object({ problem: z.enum(quoteProblems), blocking: z.boolean(), detail: z.string().nullable() })),
  expiresAt: time,
})

/** A transfer of coins to an address. */
export const transferView = singleStepView.extend({
  recipient: address,
  /** The person's name for the recipient at the time of sending; null if there was none, or it cannot be read. */
  name: z.string().nullable(),
  networkKey: z.string(),
  token: address.nullable(),
  symbol: z.string(),
  amount: decimal,
})

export type TransferWarning = z.output<typeof transferWarningView>
export type RecipientCheckView = z.output<typeof recipientCheckView>
export type TransferOfferView = z.output<typeof transferOfferView>
export type TransferView = z.output<typeof transferView>
