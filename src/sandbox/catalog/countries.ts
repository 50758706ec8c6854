import { createHash } from 'node:crypto'
import worldCountries from 'world-countries'
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js'
import { unitsPerDollar } from './currencies.ts'

export interface Country {
  readonly id: string
  readonly name: string
  readonly isoAlpha2: string
  readonly isoAlpha3: string
  readonly isCurrent: string
  readonly capital: string
  readonly fiatCurrency: string
  readonly region: string
  readonly subregion: string
  readonly languages: Readonly<Record<string, string>>
  readonly timezone: string
  readonly latitude: number
  readonly longitude: number
  readonly callingCode: string
  readonly status: string
  readonly createdAt: string
  readonly updatedAt: string
}

// Countries for which the data set lists a foreign or an abolished currency first.
const currencyOf: Readonly<Record<string, string>> = {
  CU: 'CUP',
  EH: 'MAD',
  FM: 'USD',
  GS: 'GBP',
  PS: 'ILS',
  SL: 'SLE',
  ZW: 'USD',
  MO: 'MOP',
}

/** Returns a UUID (version 8) that is always the same for the same words. */
export function stableUuid(...words: readonly string[]): string {
  const hex = createHash('sha256').update(words.join('/')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function callingCode(iso2: string, root: string, suffixes: readonly string[]): string {
  if (isSupportedCountry(iso2)) return `+${getCountryCallingCode(iso2)}`
  return suffixes.length === 1 ? `${root}${suffixes[0] ?? ''}` : root
}

function timezone(iso2: string): string {
  // TypeScript's library does not declare this member of ECMA-402 yet.
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${iso2}`)
  return locale.getTimeZones?.()?.[0] ?? 'UTC'
}

/** Returns every country of ISO 3166-1 by name, from the world-countries package. */
export function loadCountries(): Country[] {
  return worldCountries
    .filter((country) => country.status === 'officially-assigned')
    .map((country) => {
      const currency = currencyOf[country.cca2] ?? Object.keys(country.currencies)[0] ?? 'USD'
      return {
        id: stableUuid('country', country.cca2),
        name: country.name.common,
        isoAlpha2: country.cca2,
        isoAlpha3: country.cca3,
        isCurrent: 'true',
        capital: country.capital[0] ?? '',
        fiatCurrency: unitsPerDollar(currency) === null ? 'USD' : currency,
        region: country.region,
        subregion: country.subregion,
        languages: country.languages,
        timezone: timezone(country.cca2),
        latitude: country.latlng[0],
        longitude: country.latlng[1],
        callingCode: callingCode(country.cca2, country.idd.root, country.idd.suffixes),
        status: 'active',
        createdAt: '2025-01-15T09:00:00.000Z',
        updatedAt: '2025-11-03T09:00:00.000Z',
      }
    })
    .sort((left, right) => left.name.localeCompare(right.name, 'en'))
}
