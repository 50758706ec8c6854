import { hasFlag } from 'country-flag-icons'
import { describe, expect, it } from 'vitest'
import { brandLogo } from '../pictures/brand-logo.ts'
import { emblemOf } from '../pictures/emblems.ts'
import { variant as variantSchema } from '../service/schemas.ts'
import { buildVariants, createCatalog } from './catalog.ts'
import { loadCountries } from './countries.ts'
import { unitsPerDollar } from './currencies.ts'

const countries = loadCountries()
const variants = buildVariants(countries)
const groups = createCatalog(variants).groups()

describe('the catalog', () => {
  it('has at least 1,500 variants with unique ids and SKUs of the form brand_country_amount-I', () => {
    expect(variants.length).toBeGreaterThanOrEqual(1500)
    expect(new Set(variants.map(({ sku }) => sku)).size).toBe(variants.length)
    expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length)
    for (const { sku } of variants) expect(sku).toMatch(/^[a-z0-9-]+_[A-Z]{2}_\d+(\.\d+)?-I$/)
  })

  it('is always the same, in the same order', () => {
    expect(buildVariants(loadCountries())).toEqual(variants)
  })

  it('is well-formed: known fields only, known countries, decimal prices', () => {
    const known = new Set(countries.map(({ isoAlpha2 }) => isoAlpha2))
    for (const variant of variants) {
      expect(variantSchema.strict().parse(variant)).toEqual(variant)
      expect(known.has(variant.country)).toBe(true)
      expect(variant.supportedCountries.every((country) => known.has(country))).toBe(true)
      expect(variant.price.fiatValue).toMatch(/^\d+(\.\d{2})?$/)
      expect(Number(variant.price.fiatValue)).toBeGreaterThan(0)
      expect(variant.price.stableCoinValue).toMatch(/^\d+\.\d{2}$/)
    }
  })

  it('uses every field of the interface, and every kind of reference', () => {
    const isUsed = (value: unknown) =>
      value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
    for (const field of Object.keys(variantSchema.shape)) {
      expect({ field, used: variants.some((variant) => isUsed(variant[field as keyof typeof variant])) }).toEqual({
        field,
        used: true,
      })
    }
    for (const flag of ['dataUnlimited', 'smsUnlimited', 'voiceUnlimited'] as const) {
      expect(new Set(variants.map((variant) => variant[flag]))).toEqual(new Set([true, false, undefined]))
    }
    expect(new Set(variants.map(({ productType }) => productType))).toEqual(new Set(['topup', 'gift_card', 'esim']))
    expect(new Set(variants.map(({ referenceType }) => referenceType?.name))).toEqual(
      new Set(['phoneNumber', 'email', undefined]),
    )
    expect(variants.some(({ supportedCountries }) => supportedCountries.length > 100)).toBe(true)
  })

  it('has only valid regexes, none of which accepts an empty value', () => {
    const specs = variants.flatMap(({ referenceType, requiredFields }) => [
      ...requiredFields,
      ...(referenceType ? [referenceType] : []),
    ])
    for (const regex of new Set(specs.map(({ regex }) => regex))) expect(new RegExp(regex, 'u').test('')).toBe(false)
  })

  it('has many currencies, several operators in populous countries, and the brand that fails', () => {
    expect(new Set(variants.map(({ price }) => price.fiatCurrency)).size).toBeGreaterThan(100)
    const operators = (country: string) =>
      new Set(
        variants.filter((one) => one.country === country && one.productType === 'topup').map(({ brand }) => brand),
      )
    for (const country of ['IN', 'NG', 'BR', 'PH', 'MX', 'US'])
      expect(operators(country).size).toBeGreaterThanOrEqual(3)
    expect(new Set(variants.filter(({ brand }) => brand === 'Sandbox').map(({ country }) => country))).toEqual(
      new Set(['US']),
    )
  })

  it('gives every brand its own logo', () => {
    const slugs = new Set(groups.flatMap(({ brands }) => brands.map(({ brandSlug }) => brandSlug)))
    const logos = new Set([...slugs].map(brandLogo))
    expect(logos.size).toBe(slugs.size)
    for (const logo of logos) expect(logo).toMatch(/^<svg [^>]+>.*<\/svg>$/s)
  })

  it('gives every brand its own figure, not only its own colours', () => {
    const slugs = new Set(groups.flatMap(({ brands }) => brands.map(({ brandSlug }) => brandSlug)))
    const plain = { light: 'a', pale: 'b', deep: 'c' }
    const sharing = Map.groupBy(slugs, (slug) => emblemOf(slug)(plain))
    expect([...sharing.values()].filter((alike) => alike.length > 1)).toEqual([])
  })

  it('writes countries with their article in sentences', () => {
    for (const { notes, shortNotes } of variants)
      expect(`${notes} ${shortNotes}`).not.toMatch(/\bin (United|Philippines)/)
  })
})

describe('the countries', () => {
  it('are all 249 of ISO 3166-1, each with a flag, a priced currency and a time zone', () => {
    expect(countries).toHaveLength(249)
    for (const country of countries) {
      expect({ country: country.name, flag: hasFlag(country.isoAlpha2) }).toEqual({ country: country.name, flag: true })
      expect(unitsPerDollar(country.fiatCurrency)).not.toBeNull()
      expect(() => new Intl.DateTimeFormat('en', { timeZone: country.timezone })).not.toThrow()
      expect(country.callingCode).toMatch(/^(\+\d{1,7})?$/)
    }
  })
})
