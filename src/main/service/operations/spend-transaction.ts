import { z } from 'zod'
import { boolean, integer, record, requiredText, text } from '../answer/answer-shapes.ts'

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
export type SpendTransaction = z.output<typeof spendTransactionShape>
