import { z } from 'zod'
import { purchaseRowView } from '../purchases/views.ts'
import { decimal } from '../scalars.ts'

/** What the user notes about a code. */
export const codeMarks = z.object({
  isUsed: z.boolean(),
  /** What is left on it, in the currency of its purchase; null if unknown. */
  rest: decimal.nullable(),
  /** The last day on which it can be used, as in ISO 8601; null if unknown. */
  expiresOn: z.iso.date().nullable(),
  note: z.string().max(200),
})

/** A code that the user keeps, without the code itself. */
export const keptCodeView = codeMarks.extend({
  id: z.uuid(),
  purchase: purchaseRowView.pick({
    id: true,
    sku: true,
    brandName: true,
    image: true,
    fiatCurrency: true,
    fiatAmount: true,
    country: true,
    countryCount: true,
    productType: true,
  }),
  /** Whether it installs an eSIM. */
  isEsim: z.boolean(),
  /** Its last characters, to tell it from others; '' if it is too short to show any. */
  ending: z.string(),
  keptAt: z.iso.datetime(),
})
export type KeptCodeView = z.output<typeof keptCodeView>

/** The parts of a code that are secret. */
export const codeSecret = z.object({ text: z.string(), pin: z.string().nullable() })
export type CodeSecret = z.output<typeof codeSecret>
