import { validatePhoneNumberLength, isSupportedCountry, type PhoneNumber } from 'libphonenumber-js/max'
import { parsePhone } from '../parse-phone.ts'

export type PhoneProblem = 'not-a-phone' | 'too-short' | 'too-long' | 'wrong-country'

export type PhoneCheck =
  /** The forms in which the number may be sent, international (E.164) first; `known` if the number exists. */
  | { readonly ok: true; readonly forms: readonly string[]; readonly known: boolean }
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
  const belongs = number.country
  if (belongs !== undefined && soldIn.length > 0 && !soldIn.includes(belongs)) {
    return { ok: false, problem: 'wrong-country', country: belongs }
  }
  return { ok: true, forms: formsOf(number), known: number.isValid() }
}

function lengthProblem(typed: string, country: Parameters<typeof validatePhoneNumberLength>[1]): PhoneProblem {
  const problem = validatePhoneNumberLength(typed, country)
  if (problem === 'TOO_SHORT') return 'too-short'
  return problem === 'TOO_LONG' ? 'too-long' : 'not-a-phone'
}

function formsOf(number: PhoneNumber): string[] {
  const digits = number.number.slice(1)
  const national = number.formatNational().replace(/\D/g, '')
  return [...new Set([number.number, digits, String(number.nationalNumber), national])]
}
