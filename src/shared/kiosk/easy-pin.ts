/** Down and up the middle of a number pad. */
const lines = ['2580', '0852']

/**
 * Whether a PIN is among those that people choose, and others try, first: digits that repeat or follow one another by the same step,
 * at most two different ones, a half said twice, a year, a line of the pad.
 */
export function isEasyPin(pin: string): boolean {
  const digits = Array.from(pin, Number)
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10)
  const half = pin.slice(0, pin.length / 2)
  return (
    new Set(steps).size <= 1 || new Set(digits).size <= 2 || half + half === pin || isYear(pin) || lines.includes(pin)
  )
}

function isYear(pin: string): boolean {
  return /^(?:19\d\d|20[0-3]\d)$/.test(pin)
}
