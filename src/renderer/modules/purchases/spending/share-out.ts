import { fromUnits, toUnits, type Decimal } from '../../../../shared/money.ts'

/** Decimals to which weights are compared: more than any coin has. */
const WEIGHT = 100

/** Shares an amount of `decimals` out by weights: the shares add up to it. Zeros if every weight is 0. */
export function shareOut(amount: Decimal, decimals: number, weights: readonly Decimal[]): Decimal[] {
  const [units, each] = [toUnits(amount, decimals), weights.map((weight) => toUnits(weight, WEIGHT))]
  const all = each.reduce((sum, weight) => sum + weight, 0n)
  let [upTo, shared] = [0n, 0n]
  return each.map((weight) => {
    upTo += weight
    // Rounding what has been shared so far keeps the error of each share below one unit.
    const due = all === 0n ? 0n : (units * upTo * 2n + all) / (all * 2n)
    const share = due - shared
    shared = due
    return fromUnits(share, decimals)
  })
}
