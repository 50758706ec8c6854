import type { Variant } from '../service/parse-products.ts'

/** The words a variant is found by, one text per column of the search index. */
export interface SearchWords {
  readonly brand: string
  readonly kind: string
  readonly category: string
  readonly country: string
  readonly amount: string
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

/** The words of one variant; a plan for many countries carries the names of all. */
export function searchWords(variant: Variant, countryName: (iso2: string) => string): SearchWords {
  const { price, dataGB, durationDays } = variant
  const whole = price.fiatValue.replace(/\.0+$/, '')
  return {
    brand: variant.brand,
    kind: `${variant.productType.replaceAll('_', ' ')} ${kindWords[variant.productType] ?? ''} ${variant.subTypes.join(' ')}`,
    category: variant.categories.join(' '),
    country: countriesOf(variant).map(countryName).join(' '),
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

const MAX_WORDS = 12

/**
 * The FTS5 query (https://sqlite.org/fts5.html#full_text_query_syntax) for what a person typed: every word as a quoted prefix,
 * so that nothing typed is ever syntax, and once more whole, so that 10 comes before 100; null where it has no word.
 */
export function searchQuery(typed: string): string | null {
  const words = typed.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  if (words.length === 0) return null
  return words
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, 60))
    .map((word) => `("${word}" OR "${word}"*)`)
    .join(' AND ')
}
