/** Enough to know a number by. */
const FEWEST_DIGITS = 4

/** Returns the last groups of a grouped number, at least four digits of it; of one without groups its last four. */
export function endOfNumber(number: string): string {
  const groups = number.split(' ')
  let end = groups.pop() ?? ''
  while (end.replace(/\D/g, '').length < FEWEST_DIGITS && groups.length > 0) end = `${groups.pop() ?? ''} ${end}`
  if (groups.length > 0) return `…${end}`
  return number.length > FEWEST_DIGITS && !number.includes(' ') ? `…${number.slice(-FEWEST_DIGITS)}` : number
}
