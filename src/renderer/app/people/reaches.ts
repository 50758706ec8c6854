import { dialledDigits, isAtStart } from '../../../shared/search/dialled-digits.ts'

/** Shorter ends of numbers would be alike by chance. */
const FEWEST_DIGITS = 7

/** Returns whether a text is a person's number or e-mail address `to` as a whole; a national number is the end of an international one. */
export function reaches(text: string, to: string): boolean {
  const wanted = text.trim().toLowerCase()
  if (to.toLowerCase() === wanted) return true
  if (!isNumber(wanted)) return false
  const number = digitsOf(to)
  const [digits = '', ...dialled] = dialledDigits(wanted)
  const ends = [digits, ...dialled.filter((own) => isAtStart(own, number))]
  return ends.some((own) => own.length >= FEWEST_DIGITS && number.endsWith(own))
}

/** Returns whether a typed number is a part of a person's number `to`; what only dials may be in front of its start. */
export function isPartOfNumber(typed: string, to: string): boolean {
  const number = digitsOf(to)
  const [digits = '', ...dialled] = dialledDigits(typed)
  return number.includes(digits) || dialled.some((own) => isAtStart(own, number))
}

export const isNumber = (text: string): boolean => /^\+?[\d\s().-]*\d[\d\s().-]*$/.test(text)
const digitsOf = (text: string): string => text.replace(/\D/g, '')
