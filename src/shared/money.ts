import { formatUnits, parseUnits } from 'viem/utils'

const decimalPattern = /^(?:0|[1-9]\d*)(?:\.\d+)?$/

/** An exact decimal amount carried as a string: digits with an optional fraction, no sign, no exponent. */
export type Decimal = string

/** Returns whether `text` is an exact, non-negative decimal amount in the service's format. */
export function isDecimal(text: string): boolean {
  return text.length <= 100 && decimalPattern.test(text)
}

/** Returns `amount` in the smallest units of a coin with `decimals`; throws RangeError if it is no decimal or would need rounding. */
export function toUnits(amount: Decimal, decimals: number): bigint {
  if (!isDecimal(amount)) throw new RangeError(`Not a decimal amount: ${amount.slice(0, 40)}`)
  const fraction = amount.split('.')[1]?.replace(/0+$/, '') ?? ''
  if (fraction.length > decimals) throw new RangeError(`More than ${decimals} decimals: ${amount.slice(0, 40)}`)
  return parseUnits(amount, decimals)
}

/** Returns the exact decimal amount of `units` of a coin with `decimals`, without trailing zeros. */
export function fromUnits(units: bigint, decimals: number): Decimal {
  return formatUnits(units, decimals)
}

/** Returns the exact sum of decimal amounts. */
export function addDecimals(amounts: readonly Decimal[]): Decimal {
  return fromUnits(
    amounts.reduce((sum, amount) => sum + toUnits(amount, 100), 0n),
    100,
  )
}

/** Returns exactly `a` minus `b`; throws RangeError if the result is negative. */
export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  const left = toUnits(a, 100) - toUnits(b, 100)
  if (left < 0n) throw new RangeError('Less than nothing')
  return fromUnits(left, 100)
}

/** Returns the exact product of two decimal amounts of at most 50 decimals each. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return fromUnits(toUnits(a, 50) * toUnits(b, 50), 100)
}

/** Returns `amount` times `a` divided by `b`, rounded up to 18 decimals; throws RangeError if `b` is 0. */
export function scaleUp(amount: Decimal, a: Decimal, b: Decimal): Decimal {
  const [product, by] = [toUnits(multiplyDecimals(amount, a), 100), toUnits(b, 100)]
  if (by === 0n) throw new RangeError('A share of nothing')
  return fromUnits((product * 10n ** 18n + by - 1n) / by, 18)
}

/** Returns the smallest multiple of `step` that is not less than `amount`; throws RangeError if `step` is 0. */
export function roundUp(amount: Decimal, step: Decimal): Decimal {
  const [units, by] = [toUnits(amount, 100), toUnits(step, 100)]
  if (by === 0n) throw new RangeError('A step of nothing')
  return fromUnits(((units + by - 1n) / by) * by, 100)
}

/** Compares two decimal amounts exactly; returns a negative number, zero or a positive one, as for Array.sort. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = [toUnits(a, 100), toUnits(b, 100)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Returns `amount` with at least `least` and at most `most` decimals; costs are rounded up, balances down. */
export function showDecimal(amount: Decimal, least: number, most: number, rounding: 'up' | 'down'): Decimal {
  const units = toUnits(amount, 100)
  const step = 10n ** BigInt(100 - most)
  const cut = rounding === 'up' ? (units + step - 1n) / step : units / step
  const [whole = '0', fraction = ''] = formatUnits(cut * step, 100).split('.')
  const padded = fraction.padEnd(least, '0')
  return padded === '' ? whole : `${whole}.${padded}`
}
