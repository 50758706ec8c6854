import { z } from 'zod'
import { decimal, picture } from '../scalars.ts'

const fieldView = z.object({
  name: z.string(),
  /** The kind of input field; derived from name, value type and regex. */
  kind: z.enum(['phone', 'email', 'date', 'number', 'text']),
  required: z.boolean(),
})

/** The contents of a product: data, texts, calls, validity and region. */
export const productFacts = z.object({
  data: z.object({ gigabytes: decimal.nullable(), unlimited: z.boolean(), speeds: z.array(z.string()) }),
  sms: z.object({ count: decimal.nullable(), unlimited: z.boolean() }),
  voice: z.object({ minutes: decimal.nullable(), unlimited: z.boolean() }),
  durationDays: decimal.nullable(),
  roaming: z.object({ country: z.string().nullable(), speeds: z.array(z.string()) }),
})

const priceView = z.object({
  fiatCurrency: z.string(),
  fiatValue: decimal,
  stableCoinCurrency: z.string(),
  stableCoinValue: decimal,
})

export const variantView = productFacts.extend({
  sku: z.string(),
  brandSlug: z.string(),
  brandName: z.string(),
  country: z.string(),
  supportedCountries: z.array(z.string()),
  productType: z.string(),
  subTypes: z.array(z.string()),
  categories: z.array(z.string()),
  price: priceView,
  /** Plain text: the service's markup is removed. */
  notes: z.string(),
  shortNotes: z.string(),
  image: picture,
  reference: fieldView.nullable(),
  requiredFields: z.array(fieldView),
  /** The service's own ids, for its support: shown under details. */
  ids: z.object({
    id: z.string(),
    fupId: z.string(),
    evmServiceId: z.int().nullable(),
    svmServiceId: z.int().nullable(),
  }),
})

export type FieldView = z.output<typeof fieldView>
export type ProductFacts = z.output<typeof productFacts>
export type VariantView = z.output<typeof variantView>
