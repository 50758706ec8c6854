import type { Variant } from '../service/parse-products.ts'

/** The words a variant is found by, one text per column of the search index. */
export interface SearchWords {
  readonly brand: string
  /** The one country it is for; '' for a plan of several. */
  readonly country: string
  readonly kind: string
  readonly amount: string
  readonly category: string
  /** The countries of a plan for several. */
  readonly area: string
  readonly sku: string
}

// What people call the product types that are known; others are found by their own name.
const kindWords: Readonly<Record<string, string>> = {
  topup: 'top-up top up refill airtime recarga saldo',
  gift_card: 'gift card voucher code tarjeta regalo código',
  esim: 'eSIM SIM data plan travel datos viaje',
}

/** Names countries in English and Spanish, with their codes; remembers what it has named. */
export function createCountryNamer(iso3Of: ReadonlyMap<string, string>): (iso2: string) => string {
  const names = ['en', 'es'].map((locale) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }))
  const known = new Map<string, string>()
  return (iso2) => {
    const before = known.get(iso2)
    if (before !== undefined) return before
    const words = /^[A-Z]{2}$/.test(iso2) ? [iso2, iso3Of.get(iso2), ...names.map((name) => name.of(iso2))] : [iso2]
    const text = words.filter((word) => word !== undefined).join(' ')
    known.set(iso2, text)
    return text
  }
}

/** The words of one variant; a plan for several countries carries the names of all, apart from the one country of others. */
export function searchWords(variant: Variant, countryName: (iso2: string) => string): SearchWords {
  const { price, dataGB, durationDays } = variant
  const whole = price.fiatValue.replace(/\.0+$/, '')
  const countries = countriesOf(variant)
  const names = countries.map(countryName).join(' ')
  return {
    brand: variant.brand,
    kind: `${variant.productType.replaceAll('_', ' ')} ${kindWords[variant.productType] ?? ''} ${variant.subTypes.join(' ')}`,
    category: variant.categories.join(' '),
    country: countries.length === 1 ? names : '',
    area: countries.length === 1 ? '' : names,
    amount: [
      `${price.fiatValue} ${whole} ${price.fiatCurrency} ${whole}${price.fiatCurrency}`,
      dataGB === null ? '' : `${dataGB} GB ${dataGB}GB`,
      durationDays === null ? '' : `${durationDays} days días`,
    ].join(' '),
    sku: variant.sku,
  }
}

/** Every country a variant is sold for. */
export function countriesOf(variant: Variant): string[] {
  return [...new Set([variant.country, ...variant.supportedCountries])].filter((iso2) => /^[A-Z]{2}$/.test(iso2))
}

/** Where a variant without any country of its own is sold. */
export const anywhere = '*'

/** A variant's countries as they are filtered by: `anywhere` for one that names none. */
export function countryTagsOf(variant: Variant): string[] {
  const countries = countriesOf(variant)
  return countries.length === 0 ? [anywhere] : countries
}

const MAX_WORDS = 12

/** FTS5 queries (https://sqlite.org/fts5.html#full_text_query_syntax) for what a person typed. */
export interface SearchQueries {
  /** Every word as a quoted prefix, so that nothing typed is ever syntax. */
  readonly matching: string
  /** Ever weaker ways to match, the best first; what matches in none of them comes last. */
  readonly ranks: readonly string[]
}

// A name in full says most, then its beginning, then an amount or a kind; what else a product mentions is incidental.
const ranks: readonly (readonly [columns: string, whole: boolean])[] = [
  ['brand', true],
  ['country', true],
  ['brand country', true],
  ['brand', false],
  ['country', false],
  ['brand country', false],
  ['brand country kind amount', true],
  ['brand country kind amount', false],
]

/** The queries for what a person typed; null where it has no word. */
export function searchQueries(typed: string): SearchQueries | null {
  const words = (typed.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
    .slice(0, MAX_WORDS)
    .map((word) => `"${word.slice(0, 60)}"`)
  if (words.length === 0) return null
  const whole = words.join(' AND ')
  const begun = words.map((word) => `${word}*`).join(' AND ')
  return { matching: begun, ranks: ranks.map(([columns, full]) => `{${columns}} : (${full ? whole : begun})`) }
}
