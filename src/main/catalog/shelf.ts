import { textOf, textsOf } from '../service/answer/answer-shapes.ts'
import type { Variant } from '../service/operations/read-variant.ts'
import { regionNamesOf } from '../../shared/search/region-names.ts'

/** The shared properties of a brand's variants on one shelf. */
export interface Shelf {
  /** Identifies the shelf within its brand. */
  readonly key: string
  readonly productType: string
  readonly fiatCurrency: string
  readonly countries: readonly string[]
  readonly categories: readonly string[]
  readonly subTypes: readonly string[]
}

/** Returns the shelf of a variant. */
export function shelfOf(variant: Variant): Shelf {
  const { productType, price, categories, subTypes } = variant
  const countries = countriesOf(variant)
  const key = JSON.stringify([variant.brandSlug, productType, price.fiatCurrency, countries, categories, subTypes])
  return { key, productType, fiatCurrency: price.fiatCurrency, countries, categories, subTypes }
}

/** Parses a key from `shelfOf`. */
export function readShelfKey(key: string): Shelf {
  const [, productType, fiatCurrency, countries, categories, subTypes] = JSON.parse(key) as readonly unknown[]
  return {
    key,
    productType: textOf(productType),
    fiatCurrency: textOf(fiatCurrency),
    countries: textsOf(countries),
    categories: textsOf(categories),
    subTypes: textsOf(subTypes),
  }
}

/** Returns the countries of a variant by ISO alpha-2; none if it is sold in all. */
export function countriesOf({
  country,
  supportedCountries,
}: Pick<Variant, 'country' | 'supportedCountries'>): string[] {
  return [...new Set([country, ...supportedCountries])].filter((iso2) => /^[A-Z]{2}$/.test(iso2))
}

/** The country of variants without a country. */
export const anywhere = '*'

/** Returns a shelf's country filter values: `anywhere` if it names none. */
export function countryTagsOf({ countries }: Pick<Shelf, 'countries'>): readonly string[] {
  return countries.length === 0 ? [anywhere] : countries
}

/** Returns a shelf's sort key among countries; shelves for several countries come last. */
export function countryKeyOf({ countries }: Pick<Shelf, 'countries'>): string {
  const [country, ...others] = countries
  return country !== undefined && others.length === 0 ? englishNameOf(country) : '~'
}

/** Returns a country's English name, the sort key of catalogs; its ISO alpha-2 code if it has none. */
export const englishNameOf = (iso2: string): string => regionNamesOf(iso2)[0] ?? iso2
