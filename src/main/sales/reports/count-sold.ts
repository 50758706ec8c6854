import { fromUnits, toUnits } from '../../../shared/money.ts'
import type { SoldView } from '../../../shared/sales/views.ts'
import type { SaleEntry } from './period-repository.ts'

const DECIMALS = 100

/** The totals of equal sales, or of their refunds, in exact units. */
export interface Amounts {
  readonly count: number
  readonly price: bigint
  readonly cost: bigint
  readonly undone: boolean
  readonly delivered: boolean
}

/** Returns the total amounts of an entry. */
export function amountsOf({ count, price, cost, undone, delivered }: SaleEntry): Amounts {
  const times = BigInt(count)
  return { count, price: toUnits(price, DECIMALS) * times, cost: toUnits(cost, DECIMALS) * times, undone, delivered }
}

/** Adds up sales and refunds exactly. */
export interface SoldCount {
  sold(amounts: Amounts): void
  returned(amounts: Amounts): void
  view(): SoldView
}

export function countSold(): SoldCount {
  let [count, returns] = [0, 0]
  let [takings, cost, margin, given, lost, kept] = [0n, 0n, 0n, 0n, 0n, 0n]
  return {
    sold(some) {
      count += some.count
      takings += some.price
      if (some.undone) return
      cost += some.cost
      margin += some.price - some.cost
    },
    returned(some) {
      returns += some.count
      given += some.price
      if (!some.undone) lost += some.price - some.cost
      if (some.delivered) kept += some.cost
    },
    view: () => ({
      count,
      takings: fromUnits(takings, DECIMALS),
      cost: fromUnits(cost, DECIMALS),
      margin: fromUnits(margin, DECIMALS),
      refundedCash: { count: returns, total: fromUnits(given, DECIMALS) },
      marginLost: fromUnits(lost, DECIMALS),
      costLost: fromUnits(kept, DECIMALS),
    }),
  }
}
