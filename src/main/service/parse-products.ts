import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { boolean, decimal, integer, record, requiredDecimal, requiredText, text, texts } from './answer-shapes.ts'

const anything = z.unknown().optional()

/** What a product asks for: a name, a type and a regex, any of which the service may leave empty. */
export const fieldSpecShape = z.object({ name: text, valueType: text, regex: text })
export type FieldSpec = z.output<typeof fieldSpecShape>

const reference = anything.transform((value) => {
  const spec = fieldSpecShape.safeParse(value)
  return spec.success && (spec.data.name !== '' || spec.data.regex !== '') ? spec.data : null
})

// A required field without a name could not be answered, so that product could not be bought: its variant is refused.
const requiredFields = anything
  .transform((value) => value ?? [])
  .pipe(z.array(fieldSpecShape.refine(({ name }) => name !== '')))

const countryCode = text.transform((code) => code.trim().toUpperCase())

/** One purchasable item, with '' , null and [] for what the service leaves open; only sku and price must be there. */
export const variantShape = z.object({
  id: text,
  fupId: text,
  brand: text,
  brandSlug: text,
  country: countryCode,
  notes: text,
  sku: requiredText.pipe(z.string().max(300)),
  price: z.object({
    fiatCurrency: requiredText,
    fiatValue: requiredDecimal,
    stableCoinCurrency: text,
    stableCoinValue: requiredDecimal,
  }),
  productType: text,
  referenceType: reference,
  requiredFields,
  shortNotes: text,
  subTypes: texts,
  categories: texts,
  supportedCountries: texts.transform((codes) => [...new Set(codes.map((code) => code.trim().toUpperCase()))]),
  imageUrl: text,
  evmServiceId: integer,
  svmServiceId: integer,
  dataGB: decimal,
  dataSpeeds: texts,
  dataUnlimited: boolean,
  durationDays: decimal,
  smsNumber: decimal,
  smsUnlimited: boolean,
  voiceMinutes: decimal,
  voiceUnlimited: boolean,
  roamingCountryIso2: countryCode,
  roamingDataSpeeds: texts,
})
export type Variant = z.output<typeof variantShape>

export interface Brand {
  readonly slug: string
  readonly name: string
  readonly imageUrl: string
  readonly order: number
}

export interface Products {
  readonly brands: readonly Brand[]
  readonly variants: readonly Variant[]
  /** Variants that were not understood, or came twice. */
  readonly skipped: number
}

const brandShape = z.object({
  brandName: text,
  brandSlug: text,
  imageUrl: text,
  order: integer,
  variants: z.array(z.unknown()),
})
const groupShape = z.object({ productType: text, brands: z.array(z.unknown()) })
const envelope = z.object({ products: z.array(z.unknown()) })

/**
 * Reads the catalog's JSON variant by variant: a bad one is counted and left out, of two with the same SKU the last wins.
 * Throws `service-malformed` where nothing at all could be understood.
 */
export function parseProducts(json: string): Products {
  const brands = new Map<string, Brand>()
  const variants = new Map<string, Variant>()
  let skipped = 0
  for (const rawGroup of readEnvelope(json)) {
    const group = groupShape.safeParse(rawGroup)
    if (!group.success) {
      skipped += 1
      continue
    }
    for (const rawBrand of group.data.brands) {
      const brand = brandShape.safeParse(rawBrand)
      const slug = brand.success ? slugOf(brand.data.brandSlug || brand.data.brandName) : ''
      if (!brand.success || slug === '') {
        skipped += 1
        continue
      }
      addBrand(brands, slug, brand.data)
      for (const rawVariant of brand.data.variants) {
        const variant = variantShape.safeParse({ ...record.parse(rawVariant), brandSlug: slug })
        if (!variant.success || variants.delete(variant.data.sku)) skipped += 1
        if (variant.success) variants.set(variant.data.sku, completed(variant.data, brand.data, group.data.productType))
      }
    }
  }
  if (variants.size === 0 && skipped > 0)
    throw new AppError('service-malformed', 'Nothing of the catalog was understood')
  return { brands: [...brands.values()], variants: [...variants.values()], skipped }
}

function readEnvelope(json: string): unknown[] {
  try {
    return envelope.parse(JSON.parse(json)).products
  } catch (cause) {
    throw new AppError('service-malformed', 'The catalog has another shape than agreed', { cause })
  }
}

function addBrand(brands: Map<string, Brand>, slug: string, raw: z.output<typeof brandShape>): void {
  const known = brands.get(slug)
  const order = raw.order ?? Number.MAX_SAFE_INTEGER
  brands.set(slug, {
    slug,
    name: known?.name ?? (raw.brandName || slug),
    imageUrl: known?.imageUrl || raw.imageUrl,
    order: Math.min(known?.order ?? order, order),
  })
}

/** What a variant leaves open and its brand or group says. */
function completed(variant: Variant, brand: z.output<typeof brandShape>, productType: string): Variant {
  return {
    ...variant,
    brand: brand.brandName || variant.brand || variant.brandSlug,
    productType: variant.productType || productType,
    imageUrl: variant.imageUrl || brand.imageUrl,
  }
}

function slugOf(name: string): string {
  return name.trim().slice(0, 300)
}
