import { z } from 'zod'
import type { Profile } from '../../../shared/services/profile.ts'
import { jsonOf, type Answer } from '../answer/answer.ts'
import { boolean, integer, readAnswer, record, requiredText, text } from '../answer/answer-shapes.ts'
import { readCodes, type AnsweredCode } from '../answer/read-codes.ts'

/** A value for which the service may send the literal `not_set`. */
const settable = text.transform((value) => (value === 'not_set' ? '' : value))

/**
 * The service's record of a registered purchase, with '' and null for missing values. Its amounts are JSON numbers that may have lost
 * digits: for display, never for decisions.
 */
export const spendTransactionShape = z.object({
  integrator: text,
  transactionId: requiredText,
  status: requiredText,
  countryIsoAlpha2: text,
  productType: settable,
  productSubType: settable,
  sku: settable,
  fiatUnitPrice: text,
  fiatCurrency: text,
  quantity: integer,
  product: record.pipe(z.object({ name: text, logoUrl: text })),
  userWalletAddress: text,
  chainId: integer,
  tokenUsed: text,
  tokenAmountPaid: text,
  created: text,
  updated: text,
  isDeleted: boolean,
  givenReference: text,
  recordId: integer,
})

export type SpendTransaction = z.output<typeof spendTransactionShape> & {
  /** None unless the profile says that the service returns them. */
  readonly codes: readonly AnsweredCode[]
}

/** What a profile says about a service's records. */
export type SpendProfile = Pick<Profile, 'integrator' | 'returnsCodes'>

/** Reads the service's record of a purchase. Throws `service-malformed`. */
export function readSpend(answer: Answer, { returnsCodes }: SpendProfile): SpendTransaction {
  const transaction = readAnswer(answer, spendTransactionShape)
  return { ...transaction, codes: returnsCodes ? readCodes(jsonOf(answer)) : [] }
}
