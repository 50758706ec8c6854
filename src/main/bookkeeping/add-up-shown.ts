import type { SpendingView } from '../../shared/bookkeeping/views.ts'
import { fromUnits, toUnits } from '../../shared/money.ts'
import { toShownTotal } from '../purchases/shown-total-repository.ts'
import type { Bought } from './bookkeeping-repository.ts'

/** All sums are in units of this many decimals: coins of one name may differ in theirs. */
export const SCALE = 100

/** About what was spent, by currency as it was shown, and the coins of purchases of which nothing is kept. */
export interface ShownSums {
  readonly byCurrency: Map<string, bigint>
  rest: bigint
}

export const noneShown = (): ShownSums => ({ byCurrency: new Map(), rest: 0n })

/** Adds what was shown of a purchase, less the share that was refunded; what is left is rounded up, as it was shown. */
export function addShown(shown: ShownSums, one: Bought, { paid, refunded }: { paid: bigint; refunded: bigint }): void {
  const left = paid > refunded ? paid - refunded : 0n
  const total = toShownTotal(one)
  if (total === null || paid === 0n) {
    shown.rest += left
    return
  }
  const cent = 10n ** BigInt(SCALE - (one.shown_decimals ?? 0))
  const cents = ((toUnits(total.amount, SCALE) / cent) * left + paid - 1n) / paid
  shown.byCurrency.set(total.currency, (shown.byCurrency.get(total.currency) ?? 0n) + cents * cent)
}

/** Returns the sum in the only currency; null without one, or with several. */
export function toShown({ byCurrency, rest }: ShownSums): SpendingView['coins'][number]['shown'] {
  const [first, ...others] = byCurrency
  if (first === undefined || others.length > 0) return null
  const [currency, units] = first
  return { currency, amount: fromUnits(units, SCALE), rest: fromUnits(rest, SCALE) }
}
