/** Down and up the middle column of a number pad. */
const lines = ['2580', '0852']
/** Steps that people count in, up or down; 9 is followed by 0. */
const countedSteps = new Set([0, 1, 2, 8, 9])

/**
 * Returns whether a PIN is among the first that people choose and attackers try: digits that repeat or count up or down by one or two, at most two
 * different digits, a repeated half, a year, or a column of the pad.
 */
export function isEasyPin(pin: string): boolean {
  const digits = Array.from(pin, Number)
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10)
  const half = pin.slice(0, pin.length / 2)
  const isCounted = new Set(steps).size <= 1 && countedSteps.has(steps[0] ?? 0)
  return isCounted || new Set(digits).size <= 2 || half + half === pin || isYear(pin) || lines.includes(pin)
}

function isYear(pin: string): boolean {
  return /^(?:19\d\d|20[0-3]\d)$/.test(pin)
}
