import { getCountries, isSupportedCountry, validatePhoneNumberLength } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'
import { checkPhone } from '../delivery/check-phone.ts'
import { parsePhone } from '../../people/parse-phone.ts'

interface Phone {
  /** ISO alpha-2. */
  readonly country: string
  /** + and digits, as far as typed. */
  readonly number: string
  /** Whether it is a whole, possible number, not a partial one. */
  readonly whole: boolean
  /** Whether it has more digits than any number of its country. */
  readonly isTooLong: boolean
  /** Whether its digits are assigned, according to the metadata. */
  readonly isReal: boolean
}
export interface PhoneFound extends Phone {
  /** Other numbers that digits without + may be. */
  readonly others: Pick<Phone, 'country' | 'number'>[]
  /** The rest of the typed text. */
  readonly rest: string
}

/** Digits and the separators of a number; never a part of a word. */
const runs = /(?<![\p{L}\p{N}_])[+\d(][\d\s().\-/]{0,30}(?![\p{L}\p{N}_])/gu

/**
 * Returns the phone number in `text` (ITU E.164, by libphonenumber's metadata), or null if there is none. An international number ("+52 55
 * 1234 5678", or its beginning) names its own country; a national one must exist in the country `near`.
 */
export function findPhone(text: string, near: string | null): PhoneFound | null {
  for (const { 0: run, index } of text.matchAll(runs)) {
    const found = phoneIn(run, near)
    if (found === null) continue
    const { typed, country, number, whole, isTooLong, isReal } = found
    const at = text.indexOf(typed, index)
    const rest = `${text.slice(0, at)} ${text.slice(at + typed.length)}`
    const others = othersOf(typed).filter((other) => other.number !== number)
    return { country, number, whole, isTooLong, isReal, rest: rest.replace(/\s+/g, ' ').trim(), others }
  }
  return null
}

/** Returns the countries (ISO alpha-2) in which the text is a whole national number of a mobile phone. */
export function findPhoneCountries(text: string): string[] {
  if (/^\s*(?:\+|00)/.test(text)) return []
  return getCountries().filter((country) => {
    if (national(text.trim(), country)?.country !== country) return false
    const type = parsePhone(text, country)?.getType()
    return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
  })
}

interface National {
  /** The countries (ISO alpha-2) in which it exists, as a mobile number. */
  readonly countries: string[]
  /** Whether it has too few or too many digits for the country near. */
  readonly problem: 'too-short' | 'too-long' | null
}

/** Reads digits as a national number, of one near (ISO alpha-2) or elsewhere. */
export function readNational(text: string, near: string | null): National {
  const check = near === null ? null : checkPhone(text, near)
  const problem = check === null || check.ok ? null : check.problem
  const isLength = problem === 'too-short' || problem === 'too-long'
  return { countries: findPhoneCountries(text), problem: isLength ? problem : null }
}

/** Returns every number that digits without + may be: a national mobile one, or one that begins with its country code. */
function othersOf(typed: string): Pick<Phone, 'country' | 'number'>[] {
  if (/^(?:\+|00)/.test(typed)) return []
  const nationals = findPhoneCountries(typed).map((country) => national(typed, country))
  return [withoutPlus(typed), ...nationals].flatMap((found) =>
    found === null ? [] : [{ country: found.country, number: found.number }],
  )
}

type Reading = (typed: string, near: string | null) => Phone | null

/**
 * Returns the number in a run of digits: the whole run if it exists, also if a country code without + is set apart in it, else the groups
 * of an existing number next to an amount, else a possible or a partial number. Where numbers differ in length, one with the digits of an
 * amount is possible too.
 */
function phoneIn(run: string, near: string | null): (Phone & { readonly typed: string }) | null {
  const typed = run.trim()
  const [all, plusless] = [asWritten(typed, near), withoutPlus(typed)]
  const isSetApart = plusless !== null && countriesOf(/^\d+(?=\D)/.exec(typed)?.[0] ?? '').includes(plusless.country)
  const found = (all?.isReal ? all : null) ?? (isSetApart || plusless?.country === near ? plusless : null)
  if (found) return { ...found, typed }
  const partly = partOf(typed, near, asWritten)
  if (partly) return partly
  const rest = all ?? plusless
  return rest ? { ...rest, typed } : partOf(typed, near, withoutPlus)
}

/** Returns the most groups of a run that form an existing number. */
function partOf(run: string, near: string | null, read: Reading): (Phone & { readonly typed: string }) | null {
  const groups = [...run.matchAll(/\S+/g)]
  for (let length = groups.length - 1; length > 0; length--) {
    for (let first = 0; first + length <= groups.length; first++) {
      const last = groups[first + length - 1]
      const typed = run.slice(groups[first]?.index, (last?.index ?? 0) + (last?.[0].length ?? 0))
      const found = read(typed, near)
      if (found?.isReal) return { ...found, typed }
    }
  }
  return null
}

const asWritten: Reading = (typed, near) =>
  /^(?:\+|00)/.test(typed) ? international(digitsOf(typed).replace(/^00/, '')) : national(typed, near)

const digitsOf = (typed: string): string => typed.replace(/\D/g, '')

function international(digits: string): Phone | null {
  const sharing = [1, 2, 3].flatMap((length) => countriesOf(digits.slice(0, length)))
  if (sharing[0] === undefined) return null
  const number = parsePhone(`+${digits}`)
  const whole = number?.isPossible() ?? false
  // Of countries that share a code, the first is the main one; further digits may change it.
  return {
    country: number?.country ?? sharing[0],
    number: number?.number ?? `+${digits}`,
    whole,
    isTooLong: !whole && validatePhoneNumberLength(`+${digits}`) === 'TOO_LONG',
    isReal: number?.isValid() ?? false,
  }
}

function countriesOf(callingCode: string): readonly string[] {
  const known: Readonly<Record<string, readonly string[]>> = metadata.country_calling_codes
  return Object.hasOwn(known, callingCode) ? (known[callingCode] ?? []) : []
}

function national(typed: string, near: string | null): Phone | null {
  // Shorter ones are far more often amounts than numbers.
  if (near === null || !isSupportedCountry(near) || digitsOf(typed).length < 7) return null
  const number = parsePhone(typed, near)
  return number?.isValid()
    ? { country: number.country ?? near, number: number.number, whole: true, isTooLong: false, isReal: true }
    : null
}

/** Reads an international number typed without +: only an existing one, longer than any amount. */
function withoutPlus(typed: string): Phone | null {
  const digits = digitsOf(typed)
  if (digits.length < 10) return null
  const number = parsePhone(`+${digits}`)
  return number?.isValid() && number.country
    ? { country: number.country, number: number.number, whole: true, isTooLong: false, isReal: true }
    : null
}
