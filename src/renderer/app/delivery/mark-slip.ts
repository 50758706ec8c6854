import { findSlip } from '../../../shared/checkout/find-slip.ts'

/**
 * Returns a number as it is shown, in three parts: the text before the digits of its typing slip from a similar number, these digits, and
 * the rest. The last two are empty if the two numbers are not one slip apart.
 */
export function markSlip(shown: string, other: string): readonly [before: string, slip: string, after: string] {
  const slip = findSlip(digitsOf(shown), digitsOf(other))
  if (slip === null) return [shown, '', '']
  const places = [...shown].flatMap((sign, place) => (/\d/.test(sign) ? [place] : []))
  const [first = 0, last = first] = places.slice(slip.at, slip.at + slip.length)
  return [shown.slice(0, first), shown.slice(first, last + 1), shown.slice(last + 1)]
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')
