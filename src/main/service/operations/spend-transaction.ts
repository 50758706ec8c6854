import { z } from 'zod'
import { boolean, integer, record, requiredText, text } from '../answer/answer-shapes.ts'

/** A value the service leaves open with the literal `not_set`. */
const settable = text.transform((value) => (value === 'not_set' ? '' : value))

/**
 * The service's record of a registered purchase, with '' and null for what it leaves open. Its amounts are JSON numbers that may
 * have lost digits: to be shown, never decided with.
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
