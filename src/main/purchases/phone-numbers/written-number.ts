import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { recipientKey } from '../recipient-of.ts'

/** A phone number, in every form in which it may be written. */
export interface WrittenNumber {
  /** In international form (ITU E.164); as it was written if its country is not known. */
  readonly number: string
  /** The digits of its forms: as it was written, in international form, and in its country with and without what only dials there. */
  readonly forms: readonly string[]
}

/** Fewer digits would be alike by chance. */
const FEWEST_DIGITS = 8

/** Reads a whole phone number of at most 15 digits (ITU E.164), a national one of `country` (ISO alpha-2); null if the text is none. */
export function readNumber(text: string, country: string): WrittenNumber | null {
  const digits = digitsOf(text)
  if (!/^\+?[\d\s().-]+$/.test(text) || digits.length < FEWEST_DIGITS || digits.length > 15) return null
  const number = recipientKey(text, country)
  const phone = parsePhoneNumberFromString(number)
  if (!phone) return { number: text, forms: [digits] }
  const forms = [digits, digitsOf(number), digitsOf(phone.formatNational()), phone.nationalNumber]
  return { number, forms: [...new Set(forms)] }
}

/** Returns whether two numbers are the same; one of an unknown country is the same in any form. */
export function isSameNumber(one: WrittenNumber, other: WrittenNumber): boolean {
  if (one.number === other.number) return true
  const areKnown = [one, other].every(({ number }) => number.startsWith('+'))
  return !areKnown && one.forms.some((form) => other.forms.includes(form))
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')
