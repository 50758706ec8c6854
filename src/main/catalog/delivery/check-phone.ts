import {
  getCountryCallingCode,
  isSupportedCountry,
  validatePhoneNumberLength,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max'
import { parsePhone } from '../../people/parse-phone.ts'

export type PhoneProblem = 'not-a-phone' | 'repeated' | 'too-short' | 'too-long' | 'wrong-country'

export type PhoneCheck =
  /** The forms in which the number may be sent, international (E.164) first; `known` if the number is assigned. */
  | { readonly ok: true; readonly forms: readonly string[]; readonly known: boolean; readonly isDoubted: boolean }
  | { readonly ok: false; readonly problem: PhoneProblem; readonly country: string | null }

/**
 * Reads a phone number as people write it (ITU E.164, by libphonenumber's metadata); a national number belongs to `country` (ISO alpha-2).
 * If `soldIn` names countries, numbers of other countries are refused.
 */
export function checkPhone(typed: string, country: string, soldIn: readonly string[] = []): PhoneCheck {
  const home = isSupportedCountry(country) ? country : undefined
  const number = parsePhone(typed, home)
  if (number === undefined || !number.isPossible()) {
    return { ok: false, problem: lengthProblem(typed, home), country: home ?? null }
  }
  const known = number.isValid()
  const isRepeated = /^(\d)\1+$/.test(number.nationalNumber)
  if (isRepeated && !known) return { ok: false, problem: 'repeated', country: home ?? null }
  if (soldIn.length > 0 && !isOf(number, soldIn)) {
    return { ok: false, problem: 'wrong-country', country: number.country ?? null }
  }
  return { ok: true, forms: formsOf(number, home), known, isDoubted: isRepeated || !known }
}

/** Whether a number is of one of the countries. One that no country has assigned goes by its calling code. */
function isOf(number: PhoneNumber, countries: readonly string[]): boolean {
  if (number.country !== undefined) return countries.includes(number.country)
  return countries.some((country) => isSupportedCountry(country) && sharesCode(number, country))
}

const sharesCode = (number: PhoneNumber, country: CountryCode): boolean =>
  number.countryCallingCode === getCountryCallingCode(country)

function lengthProblem(typed: string, country: CountryCode | undefined): PhoneProblem {
  const problem = validatePhoneNumberLength(typed, country)
  if (problem === 'TOO_SHORT') return 'too-short'
  return problem === 'TOO_LONG' ? 'too-long' : 'not-a-phone'
}

function formsOf(number: PhoneNumber, home: CountryCode | undefined): string[] {
  const digits = number.number.slice(1)
  // Without its calling code, another country's number would be somebody else's at home.
  if (home !== undefined && !sharesCode(number, home)) return [number.number, digits]
  const national = number.formatNational().replace(/\D/g, '')
  return [...new Set([number.number, digits, String(number.nationalNumber), national])]
}
