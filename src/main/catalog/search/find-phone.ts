import { parsePhoneNumberFromString, isSupportedCountry, type CountryCode } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'

export interface PhoneFound {
  /** ISO alpha-2. */
  readonly country: string
  /** + and digits; as far as it was typed. */
  readonly number: string
  /** Whether it is a whole, possible number, not one begun. */
  readonly whole: boolean
}

/**
 * The phone number meant by `text` (ITU E.164, by libphonenumber's metadata), or null where it is none. An international one
 * ("+52 55 1234 5678", also begun) names its country itself; a national one must be a real number of the country `near`.
 */
export function findPhone(text: string, near: string | null): PhoneFound | null {
  const typed = text.trim()
  if (!/^[+\d(][\d\s().\-/]{0,30}$/.test(typed)) return null
  const digits = typed.replace(/\D/g, '')
  if (/^(?:\+|00)/.test(typed)) return international(digits.replace(/^00/, ''))
  return national(typed, digits, near) ?? withoutPlus(digits)
}

function international(digits: string): PhoneFound | null {
  const sharing = [1, 2, 3].flatMap((length) => countriesOf(digits.slice(0, length)))
  if (sharing[0] === undefined) return null
  const number = parsePhoneNumberFromString(`+${digits}`, { extract: false })
  // Of countries that share a code, the first is the main one: it stands until the number says otherwise.
  return {
    country: number?.country ?? sharing[0],
    number: number?.number ?? `+${digits}`,
    whole: number?.isPossible() ?? false,
  }
}

function countriesOf(callingCode: string): readonly CountryCode[] {
  const known: Readonly<Record<string, readonly CountryCode[]>> = metadata.country_calling_codes
  return Object.hasOwn(known, callingCode) ? (known[callingCode] ?? []) : []
}

function national(typed: string, digits: string, near: string | null): PhoneFound | null {
  // Shorter ones are amounts far more often than numbers.
  if (near === null || !isSupportedCountry(near) || digits.length < 7) return null
  const number = parsePhoneNumberFromString(typed, { defaultCountry: near, extract: false })
  return number?.isValid() ? { country: number.country ?? near, number: number.number, whole: true } : null
}

/** An international number whose + was left out: only a real one, and longer than any amount. */
function withoutPlus(digits: string): PhoneFound | null {
  if (digits.length < 10) return null
  const number = parsePhoneNumberFromString(`+${digits}`, { extract: false })
  return number?.isValid() && number.country ? { country: number.country, number: number.number, whole: true } : null
}
