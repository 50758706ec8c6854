import { booleanOf, decimalOf, integerOf, textOf, textsOf } from '../answer/answer-shapes.ts'

/** A field a product requires: a name, a type and a regex, any of which the service may leave empty. */
export interface FieldSpec {
  readonly name: string
  readonly valueType: string
  readonly regex: string
}

/** The values a variant inherits from its brand and group. */
export interface BrandContext {
  readonly slug: string
  readonly name: string
  readonly imageUrl: string
  readonly productType: string
}

const MAX_SKU = 300

/**
 * Reads one purchasable item, with '', null and [] for missing values. Returns null if it cannot be sold: without a SKU or a price, or with
 * a required field that has no name and could not be filled in.
 */
export function readVariant(raw: unknown, brand: BrandContext) {
  if (!isRecord(raw) || !isRecord(raw.price)) return null
  const [sku, fiatCurrency] = [textOf(raw.sku), textOf(raw.price.fiatCurrency)]
  const [fiatValue, stableCoinValue] = [decimalOf(raw.price.fiatValue), decimalOf(raw.price.stableCoinValue)]
  const requiredFields = readFields(raw.requiredFields)
  if (sku === '' || sku.length > MAX_SKU || fiatCurrency === '' || requiredFields === null) return null
  if (fiatValue === null || stableCoinValue === null) return null
  return {
    id: textOf(raw.id),
    fupId: textOf(raw.fupId),
    brand: brand.name || textOf(raw.brand) || brand.slug,
    brandSlug: brand.slug,
    country: codeOf(textOf(raw.country)),
    notes: textOf(raw.notes),
    sku,
    price: { fiatCurrency, fiatValue, stableCoinCurrency: textOf(raw.price.stableCoinCurrency), stableCoinValue },
    productType: textOf(raw.productType) || brand.productType,
    referenceType: readReference(raw.referenceType),
    requiredFields,
    shortNotes: textOf(raw.shortNotes),
    subTypes: textsOf(raw.subTypes),
    categories: textsOf(raw.categories),
    supportedCountries: [...new Set(textsOf(raw.supportedCountries).map(codeOf))],
    imageUrl: textOf(raw.imageUrl) || brand.imageUrl,
    evmServiceId: integerOf(raw.evmServiceId),
    svmServiceId: integerOf(raw.svmServiceId),
    dataGB: decimalOf(raw.dataGB),
    dataSpeeds: textsOf(raw.dataSpeeds),
    dataUnlimited: booleanOf(raw.dataUnlimited),
    durationDays: decimalOf(raw.durationDays),
    smsNumber: decimalOf(raw.smsNumber),
    smsUnlimited: booleanOf(raw.smsUnlimited),
    voiceMinutes: decimalOf(raw.voiceMinutes),
    voiceUnlimited: booleanOf(raw.voiceUnlimited),
    roamingCountryIso2: codeOf(textOf(raw.roamingCountryIso2)),
    roamingDataSpeeds: textsOf(raw.roamingDataSpeeds),
  }
}
export type Variant = NonNullable<ReturnType<typeof readVariant>>

const codeOf = (code: string): string => code.trim().toUpperCase()

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a field of the service's answer; null if it is not an object. */
export function readField(raw: unknown): FieldSpec | null {
  return isRecord(raw) ? { name: textOf(raw.name), valueType: textOf(raw.valueType), regex: textOf(raw.regex) } : null
}

function readReference(raw: unknown): FieldSpec | null {
  const spec = readField(raw)
  return spec === null || (spec.name === '' && spec.regex === '') ? null : spec
}

function readFields(raw: unknown): FieldSpec[] | null {
  if (raw === undefined || raw === null) return []
  if (!Array.isArray(raw)) return null
  const specs: FieldSpec[] = []
  for (const item of raw) {
    const spec = readField(item)
    if (spec === null || spec.name === '') return null
    specs.push(spec)
  }
  return specs
}
