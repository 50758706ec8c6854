/** Shorter ends of numbers would be alike by chance. */
const FEWEST_DIGITS = 7

/** Returns whether a text is a person's number or e-mail address `to` as a whole; a national number is the end of an international one. */
export function reaches(text: string, to: string): boolean {
  const wanted = text.trim().toLowerCase()
  if (to.toLowerCase() === wanted) return true
  const digits = digitsOf(wanted)
  return isNumber(wanted) && digits.length >= FEWEST_DIGITS && digitsOf(to).endsWith(digits)
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '')
export const isNumber = (text: string): boolean => /^\+?[\d\s().-]*\d[\d\s().-]*$/.test(text)
