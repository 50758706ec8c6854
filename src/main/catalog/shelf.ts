import { textOf, textsOf } from '../service/answer/answer-shapes.ts'
import type { Variant } from '../service/operations/read-variant.ts'
import { englishNameOf } from './english-name.ts'

/** What variants of one brand have in common that stand together. */
export interface Shelf {
  /** Tells one shelf of a brand from its others. */
  readonly key: string
  readonly productType: string
  readonly fiatCurrency: string
  readonly countries: readonly string[]
  readonly categories: readonly string[]
  readonly subTypes: readonly string[]
}

/** The shelf that a variant stands on. */
export function shelfOf(variant: Variant): Shelf {
  const { productType, price, categories, subTypes } = variant
  const countries = countriesOf(variant)
  const key = JSON.stringify([variant.brandSlug, productType, price.fiatCurrency, countries, categories, subTypes])
  return { key, productType, fiatCurrency: price.fiatCurrency, countries, categories, subTypes }
}

/** The shelf of a key that `shelfOf` made. */
export function readShelfKey(key: string): Shelf {
  const [, productType, fiatCurrency, countries, categories, subTypes] = JSON.parse(key) as readonly unknown[]
  return {
    ...{ key, productType: textOf(productType), fiatCurrency: textOf(fiatCurrency) },
    ...{ countries: textsOf(countries), categories: textsOf(categories), subTypes: textsOf(subTypes) },
  }
}

/** Every country a variant is sold for, by ISO alpha-2; none for one that is sold in all. */
export function countriesOf({
  country,
  supportedCountries,
}: Pick<Variant, 'country' | 'supportedCountries'>): string[] {
  return [...new Set([country, ...supportedCountries])].filter((iso2) => /^[A-Z]{2}$/.test(iso2))
}

/** Where a variant without any country of its own is sold. */
export const anywhere = '*'

/** A shelf's countries as they are filtered by: `anywhere` where it names none. */
export function countryTagsOf({ countries }: Pick<Shelf, 'countries'>): readonly string[] {
  return countries.length === 0 ? [anywhere] : countries
}

/** What a shelf is ordered by among those of other countries; one for several comes after all. */
export function placeOf({ countries }: Pick<Shelf, 'countries'>): string {
  const [country, ...others] = countries
  return country !== undefined && others.length === 0 ? englishNameOf(country) : '~'
}
