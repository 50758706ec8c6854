import type { CountryView } from '../../../shared/catalog/country-view.ts'
import type { VariantView } from '../../../shared/catalog/variant-views.ts'

// The type library lacks this member of ECMA-402.
type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }

/**
 * Returns the time zone of a country as Intl takes it (IANA name or `+05:30`), if its time differs from this computer's at
 * `at` (epoch milliseconds). Null if it does not, if the service names no zone that Intl knows, and if the country's zones are
 * unknown or differ: then one zone says nothing about the recipient's time.
 */
export function zoneElsewhere({ timezone, iso2 }: Pick<CountryView, 'timezone' | 'iso2'>, at: number): string | null {
  const zone = timezone.trim().replace(/^(?:UTC|GMT)(?=[+-])/i, '')
  const offset = offsetOf(zone, at)
  if (zone === '' || offset === null || offset === offsetOf(undefined, at)) return null
  const all = zonesOf(iso2)
  return all.length > 0 && all.every((one) => offsetOf(one, at) === offset) ? zone : null
}

/**
 * Returns the countries where the person who gets a product may be: those with the calling code of the phone number (with +), or the only
 * country of the product if it is one of them or there is no number yet. None if neither tells.
 */
export function countriesOfRecipient<C extends Pick<CountryView, 'iso2' | 'callingCode'>>(
  { country, supportedCountries }: Pick<VariantView, 'country' | 'supportedCountries'>,
  number: string | null,
  countries: readonly C[],
): readonly C[] {
  const own = supportedCountries.length > 1 ? [] : countries.filter(({ iso2 }) => iso2 === country)
  if (!number?.startsWith('+')) return own
  const matching = countries.filter(({ callingCode }) => callingCode.length > 1 && number.startsWith(callingCode))
  const longest = Math.max(0, ...matching.map(({ callingCode }) => callingCode.length))
  const possible = matching.filter(({ callingCode }) => callingCode.length === longest)
  return own.some((one) => possible.includes(one)) ? own : possible
}

/** Returns every zone of a country; none if Intl does not know them. */
function zonesOf(iso2: string): readonly string[] {
  try {
    const locale: WithZones = new Intl.Locale(`und-${iso2}`)
    return locale.getTimeZones?.() ?? []
  } catch {
    return []
  }
}

/** Returns a zone's offset from UTC, as "GMT-03:00"; null for a zone that Intl does not know. */
function offsetOf(timeZone: string | undefined, at: number): string | null {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? null
  } catch {
    return null
  }
}
