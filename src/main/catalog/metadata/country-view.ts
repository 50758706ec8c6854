import type { CountryView } from '../../../shared/catalog/country-view.ts'
import type { Country } from '../../service/operations/list-countries.ts'
import type { CountryFacts } from '../refresh/search-words.ts'
import { imagePath } from '../images/image-id.ts'

/** Returns the renderer's view of a country; `variants` counts the cached catalog's products for it. */
export function toCountryView(country: Country, variants: number): CountryView {
  return {
    iso2: country.isoAlpha2,
    iso3: country.isoAlpha3,
    name: country.name,
    capital: country.capital,
    region: country.region,
    subregion: country.subregion,
    fiatCurrency: country.fiatCurrency,
    callingCode: country.callingCode,
    languages: country.languages,
    timezone: country.timezone,
    inactive: isInactive(country.status),
    flag: imagePath(country.flagUrl),
    variants,
  }
}

/** No document lists the statuses: only a plain "no" counts, and an empty status means nothing. */
function isInactive(status: string): boolean {
  return /^(?:in-?active|not active|disabled|suspended|false|0)$/i.test(status.trim().replaceAll('_', ' '))
}

/** Returns what the search needs of a country. */
export function toCountryFacts({ isoAlpha2, isoAlpha3, region, subregion }: Country): CountryFacts {
  return { iso2: isoAlpha2, iso3: isoAlpha3, regions: [region, subregion] }
}
