import type { CountryView } from '../../shared/catalog/country-view.ts'

// The type library does not know this member of ECMA-402 yet.
type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }

/**
 * Returns the time zone of a country as Intl takes it (IANA name or `+05:30`), where its clocks show another time than this computer's at
 * `at` (epoch milliseconds). Null where they do not, where the service names no zone that Intl knows, and where the country's clocks are
 * not known or differ: then one zone says nothing of whom one sends to.
 */
export function zoneElsewhere({ timezone, iso2 }: Pick<CountryView, 'timezone' | 'iso2'>, at: number): string | null {
  const zone = timezone.trim().replace(/^(?:UTC|GMT)(?=[+-])/i, '')
  const offset = offsetOf(zone, at)
  if (zone === '' || offset === null || offset === offsetOf(undefined, at)) return null
  const all = zonesOf(iso2)
  return all.length > 0 && all.every((one) => offsetOf(one, at) === offset) ? zone : null
}

/** Every zone of a country; none where Intl does not know them. */
function zonesOf(iso2: string): readonly string[] {
  try {
    const locale: WithZones = new Intl.Locale(`und-${iso2}`)
    return locale.getTimeZones?.() ?? []
  } catch {
    return []
  }
}

/** How far a zone's clocks are from UTC, as "GMT-03:00"; null for a zone that Intl does not know. */
function offsetOf(timeZone: string | undefined, at: number): string | null {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? null
  } catch {
    return null
  }
}
