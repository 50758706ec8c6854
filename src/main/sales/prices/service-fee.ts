import { addDecimals, compareDecimals, scaleUp, subtractDecimals, type Decimal } from '../../../shared/money.ts'
import type { QuotedFee } from '../../purchases/quote/quoted-fee-repository.ts'

/**
 * Returns about what a product costs in coins, with the service's fee as learnt from its quotes (newest first). A product that was quoted
 * costs the share it cost last. Another one is taken for a percentage with a minimum: the share of the next dearer quote, and at least the
 * fee of the next cheaper one; the share of that without a dearer one, so that the price covers the fee. Null while no fee is known.
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
  if (dearer === null) return cheaper && scaleUp(value, cheaper.total, cheaper.amount)
  const share = scaleUp(value, dearer.total, dearer.amount)
  // A discount is no least fee.
  if (cheaper === null || compareDecimals(cheaper.total, cheaper.amount) < 0) return share
  const least = addDecimals([value, subtractDecimals(cheaper.total, cheaper.amount)])
  return compareDecimals(share, least) < 0 ? least : share
}

/** Returns the quote with the highest amount (`direction` 1) or the lowest (-1), the newest of equal ones; null without quotes. */
function nearest(quoted: readonly QuotedFee[], direction: 1 | -1): QuotedFee | null {
  return quoted.reduce<QuotedFee | null>(
    (best, one) => (best === null || compareDecimals(one.amount, best.amount) * direction > 0 ? one : best),
    null,
  )
}
