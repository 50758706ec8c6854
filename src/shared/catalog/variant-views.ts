import { z } from 'zod'
import { decimal, picture } from '../scalars.ts'

export const fieldView = z.object({
  name: z.string(),
  /** How it is best typed; derived from name, value type and regex. */
  kind: z.enum(['phone', 'email', 'date', 'number', 'text']),
  required: z.boolean(),
})

/** What a product gives: data, texts, calls, for how long and where. */
export const productFacts = z.object({
  data: z.object({ gigabytes: decimal.nullable(), unlimited: z.boolean(), speeds: z.array(z.string()) }),
  sms: z.object({ count: decimal.nullable(), unlimited: z.boolean() }),
  voice: z.object({ minutes: decimal.nullable(), unlimited: z.boolean() }),
  durationDays: decimal.nullable(),
  roaming: z.object({ country: z.string().nullable(), speeds: z.array(z.string()) }),
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
  price: z.object({
    fiatCurrency: z.string(),
    fiatValue: decimal,
    stableCoinCurrency: z.string(),
    stableCoinValue: decimal,
  }),
  /** Plain text: any markup the service sent was taken out. */
  notes: z.string(),
  shortNotes: z.string(),
  image: picture,
  reference: fieldView.nullable(),
  requiredFields: z.array(fieldView),
  /** The service's own numbers, for its support: shown under details. */
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
