import { addDecimals, compareDecimals, scaleUp, subtractDecimals, type Decimal } from '../../shared/money.ts'

/** What the service asked for a sale, in coins: the amount, and its total with the service's fee. */
export interface PaidFee {
  readonly sku: string
  readonly amount: Decimal
  readonly total: Decimal
}

/**
 * Returns about what a product costs in coins, with the service's fee as learnt from `paid` (newest first). A product that was sold pays
 * the share it paid last. Another one is taken for a percentage with a minimum: the share of the next dearer sale, and at least the
 * fee of the next cheaper one. Null while no fee is known.
 */
export function withServiceFee(sku: string, value: Decimal, paid: readonly PaidFee[]): Decimal | null {
  const known = paid.filter(({ amount }) => compareDecimals(amount, '0') > 0)
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

/** Returns the sale with the highest amount (`direction` 1) or the lowest (-1), the newest of equal ones; null without sales. */
function nearest(paid: readonly PaidFee[], direction: 1 | -1): PaidFee | null {
  return paid.reduce<PaidFee | null>(
    (best, one) => (best === null || compareDecimals(one.amount, best.amount) * direction > 0 ? one : best),
    null,
  )
}
