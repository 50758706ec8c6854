import { addDecimals, compareDecimals, scaleUp, subtractDecimals, type Decimal } from '../../shared/money.ts'
import type { QuotedFee } from '../purchases/quote/quoted-fee-repository.ts'

/**
 * Returns about what a product costs in coins, with the service's fee as learnt from its quotes (newest first). A product that was quoted
 * costs the share it cost last. Another one is taken for a percentage with a minimum: the share of the next dearer quote, and at least the
 * fee of the next cheaper one. Null while no fee is known.
 */
export function withServiceFee(sku: string, value: Decimal, quoted: readonly QuotedFee[]): Decimal | null {
  const known = quoted.filter(({ amount }) => compareDecimals(amount, '0') > 0)
  const own = known.find((one) => one.sku === sku)
  if (own !== undefined) return scaleUp(value, own.total, own.amount)
  const dearer = nearest(
    known.filter(({ amount }) => compareDecimals(amount, value) >= 0),
    -1,
  )
  const cheaper = nearest(
    known.filter(({ amount }) => compareDecimals(amount, value) <= 0),
    1,
  )
  const fees = [
    ...(dearer === null ? [] : [subtractDecimals(scaleUp(value, dearer.total, dearer.amount), value)]),
    ...(cheaper === null ? [] : [subtractDecimals(cheaper.total, cheaper.amount)]),
  ]
  const [first, second = first] = fees
  if (first === undefined || second === undefined) return null
  return addDecimals([value, compareDecimals(first, second) < 0 ? second : first])
}

/** Returns the quote with the highest amount (`direction` 1) or the lowest (-1), the newest of equal ones; null without quotes. */
function nearest(quoted: readonly QuotedFee[], direction: 1 | -1): QuotedFee | null {
  return quoted.reduce<QuotedFee | null>(
    (best, one) => (best === null || compareDecimals(one.amount, best.amount) * direction > 0 ? one : best),
    null,
  )
}
