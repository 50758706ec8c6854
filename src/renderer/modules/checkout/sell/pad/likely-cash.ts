import { compareDecimals, multiplyDecimals, roundUp, type Decimal } from '../../../../../shared/money.ts'

/** Notes and coins of most currencies, in their own units. */
const notes: readonly Decimal[] = ['1', '5', '10', '20', '50', '100', '200', '500', '1000', '10000', '50000']
/** Besides the exact price. */
const MAX_AMOUNTS = 5
/** Notes that suffice alone. */
const MAX_SINGLE = 2
/** Nobody pays 90 with 10,000. */
const TIMES = '10'

/**
 * Returns what a customer is likely to hand over for `price`: the exact amount, then, the least first, one note that suffices or a few
 * together.
 */
export function likelyCash(price: Decimal): Decimal[] {
  const isLikely = (amount: Decimal): boolean =>
    compareDecimals(amount, price) > 0 && compareDecimals(amount, multiplyDecimals(price, TIMES)) <= 0
  const single = notes.filter(isLikely).slice(0, MAX_SINGLE)
  const together = notes
    .map((note) => roundUp(price, note))
    .filter((amount) => isLikely(amount) && !single.includes(amount))
    .sort(compareDecimals)
  const few = [...new Set(together)].slice(0, MAX_AMOUNTS - single.length)
  return [price, ...[...single, ...few].sort(compareDecimals)]
}
