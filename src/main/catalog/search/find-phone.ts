import { isSupportedCountry, type CountryCode } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'
import { parsePhone } from '../parse-phone.ts'

interface Phone {
  /** ISO alpha-2. */
  readonly country: string
  /** + and digits; as far as it was typed. */
  readonly number: string
  /** Whether it is a whole, possible number, not one begun. */
  readonly whole: boolean
}
interface ReadPhone extends Phone {
  /** Whether its digits are given out, as far as is known. */
  readonly isReal: boolean
}
export interface PhoneFound extends Phone {
  /** What was typed beside it. */
  readonly rest: string
}

/** Digits and what stands between those of a number; never a part of a word. */
const runs = /(?<![\p{L}\p{N}_])[+\d(][\d\s().\-/]{0,30}(?![\p{L}\p{N}_])/gu

/**
 * The phone number meant by `text` (ITU E.164, by libphonenumber's metadata), or null where there is none in it. An international one
 * ("+52 55 1234 5678", also begun) names its country itself; a national one must be a real number of the country `near`.
 */
export function findPhone(text: string, near: string | null): PhoneFound | null {
  for (const { 0: run, index } of text.matchAll(runs)) {
    const found = phoneIn(run, near)
    if (found === null) continue
    const { typed, country, number, whole } = found
    const at = text.indexOf(typed, index)
    const rest = `${text.slice(0, at)} ${text.slice(at + typed.length)}`
    return { country, number, whole, rest: rest.replace(/\s+/g, ' ').trim() }
  }
  return null
}

type Reading = (typed: string, near: string | null) => ReadPhone | null

/** The number in a run of digits: all of it, else those of its groups that are a real one beside an amount, else one begun. */
function phoneIn(run: string, near: string | null): (Phone & { readonly typed: string }) | null {
  const typed = run.trim()
  const [all, plusless] = [asWritten(typed, near), withoutPlus(typed)]
  const found = (all?.whole ? all : null) ?? (plusless?.country === near ? plusless : null)
  if (found) return { ...found, typed }
  const partly = partOf(typed, near, asWritten)
  if (partly) return partly
  const rest = all ?? plusless
  return rest ? { ...rest, typed } : partOf(typed, near, withoutPlus)
}

/** The most groups of a run that are a real number together. */
function partOf(run: string, near: string | null, read: Reading): (Phone & { readonly typed: string }) | null {
  const groups = [...run.matchAll(/\S+/g)]
  for (let taken = groups.length - 1; taken > 0; taken--) {
    for (let first = 0; first + taken <= groups.length; first++) {
      const last = groups[first + taken - 1]
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

function international(digits: string): ReadPhone | null {
  const sharing = [1, 2, 3].flatMap((length) => countriesOf(digits.slice(0, length)))
  if (sharing[0] === undefined) return null
  const number = parsePhone(`+${digits}`)
  // Of countries that share a code, the first is the main one: it stands until the number says otherwise.
  return {
    country: number?.country ?? sharing[0],
    number: number?.number ?? `+${digits}`,
    whole: number?.isPossible() ?? false,
    isReal: number?.isValid() ?? false,
  }
}

function countriesOf(callingCode: string): readonly CountryCode[] {
  const known: Readonly<Record<string, readonly CountryCode[]>> = metadata.country_calling_codes
  return Object.hasOwn(known, callingCode) ? (known[callingCode] ?? []) : []
}

function national(typed: string, near: string | null): ReadPhone | null {
  // Shorter ones are amounts far more often than numbers.
  if (near === null || !isSupportedCountry(near) || digitsOf(typed).length < 7) return null
  const number = parsePhone(typed, near)
  return number?.isValid()
    ? { country: number.country ?? near, number: number.number, whole: true, isReal: true }
    : null
}

/** An international number whose + was left out: only a real one, and longer than any amount. */
function withoutPlus(typed: string): ReadPhone | null {
  const digits = digitsOf(typed)
  if (digits.length < 10) return null
  const number = parsePhone(`+${digits}`)
  return number?.isValid() && number.country
    ? { country: number.country, number: number.number, whole: true, isReal: true }
    : null
}
