import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'

/** Returns a mobile number as those of a country are (ISO alpha-2); null if none is known. */
export function samplePhone(country: string | null): string | null {
  if (country === null || !isSupportedCountry(country)) return null
  return getExampleNumber(country, examples)?.formatInternational() ?? null
}
