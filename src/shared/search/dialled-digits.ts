const MOST_OF_CODE = 3

/**
 * Returns the digits of a typed number as they may stand in one in international form: all of them, and those without what only dials: 00, a
 * leading 0, "(0)", and the 1 that Mexican mobile numbers had until 2019.
 */
export function dialledDigits(typed: string): string[] {
  const digits = typed.replace('(0)', '').replace(/\D/g, '')
  const dialled = digits.replace(/^0{1,2}/, '')
  return [...new Set([digits, dialled, dialled.replace(/^521(?=\d{10}$)/, '52')])].filter((one) => one !== '')
}

/** Returns whether a number (digits) has some digits where its country's code or what is behind that begins. */
export function isAtStart(digits: string, number: string): boolean {
  const at = number.indexOf(digits)
  return at >= 0 && at <= MOST_OF_CODE
}
