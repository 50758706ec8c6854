import { dialledDigits, isAtStart } from '../../../shared/search/dialled-digits.ts'

/** Words from one to another, without it, that together are the digits of a phone number. */
export interface TypedPhone {
  readonly end: number
  /** The digits as they may stand in a number in international form. */
  readonly digits: readonly string[]
}

const LEAST_DIGITS = 6
/** Fewer digits of several words are a part of a number only where one of its groups may begin, or at its end. */
const LEAST_OF_PART = 3
const MOST_DIGITS = 15

/** Returns the phone numbers that may begin at each word: "81 99876-5432", "(011) 4321-0000", "06 12 34 56 78". */
export function typedPhones(words: readonly string[]): readonly (readonly TypedPhone[])[] {
  return words.map((_, start) => {
    const found: TypedPhone[] = []
    for (let end = start; end < words.length && /^[+(]?[\d().\-/]*\d[\d().\-/]*$/.test(words[end] ?? ''); end++) {
      const typed = words.slice(start, end + 1).join('')
      const length = typed.replace(/\D/g, '').length
      if (length > MOST_DIGITS + 2) break
      if (length >= LEAST_DIGITS) found.push({ end: end + 1, digits: dialledDigits(typed) })
      else if (end > start && length > LEAST_OF_PART) found.push({ end: end + 1, digits: [typed.replace(/\D/g, '')] })
    }
    return found
  })
}

/** Returns the digits of a delivered number; null if the text is none. */
export function deliveredDigits(text: string): string | null {
  const digits = text.replace(/\D/g, '')
  return digits.length >= LEAST_DIGITS && /^[+\d\s().\-/]+$/.test(text) ? digits : null
}

/** Returns whether a delivered number (digits) is the typed one, or has it: one of them may lack the code of its country. */
export function isPhone({ digits }: TypedPhone, delivered: string): boolean {
  return digits.some((typed) =>
    typed.length < LEAST_DIGITS
      ? isPartOf(typed, delivered)
      : delivered.includes(typed) || (delivered.length > LEAST_DIGITS && typed.endsWith(delivered)),
  )
}

/** Returns whether a delivered number (digits) has a few digits where people read a part of it: behind a country's code, or at its end. */
export function isPartOf(typed: string, delivered: string): boolean {
  return delivered.endsWith(typed) || isAtStart(typed, delivered)
}
