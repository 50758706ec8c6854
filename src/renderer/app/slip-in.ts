/** A slip is of one digit, or of two neighbours. */
const MOST_DIGITS = 2

/**
 * Parts a number as it is shown at the digits in which it differs from a similar one: what is before them, these digits, and the rest. The
 * middle is empty if a digit is only missing, or if the two are no slip apart.
 */
export function slipIn(shown: string, other: string): readonly [string, string, string] {
  const places = [...shown].flatMap((sign, place) => (/\d/.test(sign) ? [place] : []))
  const [own, theirs] = [shown.replace(/\D/g, ''), other.replace(/\D/g, '')]
  const most = Math.min(own.length, theirs.length)
  let start = 0
  while (start < most && own[start] === theirs[start]) start++
  let end = 0
  while (end < most - start && own.at(-1 - end) === theirs.at(-1 - end)) end++
  const [first, last] = [places[start], places[own.length - end - 1]]
  const digits = own.length - end - start
  if (first === undefined || last === undefined || digits < 1 || digits > MOST_DIGITS) return [shown, '', '']
  return [shown.slice(0, first), shown.slice(first, last + 1), shown.slice(last + 1)]
}
