import { z } from 'zod'
import { settingsView } from '../app/views.ts'
import { decimal, picture } from '../scalars.ts'

const amount = decimal.max(30)
const currency = z.string().regex(/^[A-Z]{3}$/)

/** What the register's page asks to be shown to the customer. Main adds what it knows better. */
export const customerShown = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('idle') }),
  z.strictObject({
    kind: z.literal('check'),
    /** Null before a product is chosen. */
    sku: z.string().min(1).max(300).nullable(),
    /** The number or e-mail as far as typed, a number with + and its country's code; '' for none. */
    reference: z.string().max(300),
    /** Null before it is known. */
    price: z.strictObject({ currency, amount }).nullable(),
  }),
  z.strictObject({ kind: z.literal('sold'), purchaseId: z.uuid() }),
])

const money = z.object({ currency: z.string(), amount: decimal })

/** A product as the customer knows it. */
const product = z.object({
  brand: z.string(),
  /** Its value in its own currency; null if it cannot be read. */
  value: money.nullable(),
  productType: z.string(),
  /** ISO alpha-2; '' for a product of several countries, or if unknown. */
  country: z.string(),
  image: picture,
})

/** Where the product goes, for the customer to check; null for nowhere. */
const reference = z
  .object({
    kind: z.enum(['phone', 'email', 'other']),
    /** A phone number is in its country's groups, without the country's code. */
    text: z.string(),
    /** The country of a phone number. */
    country: z.object({ iso2: z.string(), callingCode: z.string(), flag: picture }).nullable(),
  })
  .nullable()

/** What the customer sees. */
export const customerFace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  z.object({
    kind: z.literal('check'),
    product: product.nullable(),
    reference,
    price: money.nullable(),
  }),
  z.object({
    kind: z.literal('sold'),
    product,
    reference,
    currency: z.string(),
    price: decimal,
    given: decimal,
    change: decimal,
  }),
])

/** Everything that the page on the customer's display knows. */
export const customerView = settingsView.pick({ locale: true, theme: true, homeCountry: true }).extend({
  /** The shop's name; '' without one. */
  shop: z.string(),
  face: customerFace,
})

export type CustomerShown = z.output<typeof customerShown>
export type CustomerFace = z.output<typeof customerFace>
export type CustomerView = z.output<typeof customerView>
