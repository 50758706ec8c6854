import type { Shelf } from '../shelf.ts'

/** The words a shelf is found by, one text per column of the search index. */
export interface SearchWords {
  readonly brand: string
  /** The one country it is for; '' for plans of several. */
  readonly country: string
  readonly kind: string
  readonly category: string
  /** The countries of plans for several. */
  readonly area: string
}

// What people call the product types that are known; others are found by their own name.
const kindWords = new Map(
  Object.entries({
    topup: 'top-up top up refill airtime recarga saldo',
    gift_card: 'gift card voucher code tarjeta regalo código',
    esim: 'eSIM SIM data plan travel datos viaje',
  }),
)

/** Names countries in English and Spanish, with their codes; remembers what it has named. */
export function createCountryNamer(iso3Of: ReadonlyMap<string, string>): (iso2: string) => string {
  const names = ['en', 'es'].map((locale) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }))
  const known = new Map<string, string>()
  return (iso2) => {
    const before = known.get(iso2)
    if (before !== undefined) return before
    const words = [iso2, iso3Of.get(iso2), ...names.map((name) => name.of(iso2))]
    const text = words.filter((word) => word !== undefined).join(' ')
    known.set(iso2, text)
    return text
  }
}

/** The words of one shelf; plans for several countries carry the names of all, apart from the one country of others. */
export function searchWords(brand: string, shelf: Shelf, countryName: (iso2: string) => string): SearchWords {
  const { productType, fiatCurrency, subTypes, categories, countries } = shelf
  const names = countries.map(countryName).join(' ')
  return {
    brand,
    kind: `${productType.replaceAll('_', ' ')} ${kindWords.get(productType) ?? ''} ${subTypes.join(' ')} ${fiatCurrency}`,
    category: categories.join(' '),
    country: countries.length === 1 ? names : '',
    area: countries.length === 1 ? '' : names,
  }
}
