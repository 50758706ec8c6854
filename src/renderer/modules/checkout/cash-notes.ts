import { compareDecimals, roundUp, type Decimal } from '../../../shared/money.ts'

/** Notes and coins of most currencies, in its own units. */
const notes: readonly Decimal[] = ['1', '5', '10', '20', '50', '100', '200', '500', '1000', '10000', '50000']
const MOST = 4

/** What a customer is likely to hand over for `price`: just that, then up to the next notes, the least first. */
export function likelyGiven(price: Decimal): Decimal[] {
  const rounded = notes.map((note) => roundUp(price, note))
  const above = rounded.filter((amount) => compareDecimals(amount, price) > 0)
  return [price, ...[...new Set(above)].sort(compareDecimals)].slice(0, MOST)
}
