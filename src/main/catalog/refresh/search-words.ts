import type { Shelf } from '../shelf.ts'

/** The search words of a shelf, one text per column of the search index. */
export interface SearchWords {
  readonly brand: string
  /** Its country; '' for a plan of several. */
  readonly country: string
  readonly kind: string
  readonly category: string
  /** The countries of a plan for several. */
  readonly area: string
}

// Common words for the known product types; others are found by their own name.
const kindWords = new Map(
  Object.entries({
    topup: 'top-up top up refill airtime recarga saldo',
    gift_card: 'gift card voucher code tarjeta regalo código',
    esim: 'eSIM SIM data plan travel datos viaje',
  }),
)

/** Creates a cached function that names countries in English and Spanish, with their codes. */
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

/** Returns the words of one shelf. Plans for several countries carry all their names, in another column than a single country. */
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
