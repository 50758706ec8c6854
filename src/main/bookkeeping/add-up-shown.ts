import type { SpendingPartView } from '../../shared/bookkeeping/views.ts'
import { fromUnits, toUnits } from '../../shared/money.ts'
import { toShownTotal } from '../purchases/shown-total-repository.ts'
import type { Bought } from './bookkeeping-repository.ts'

/** All sums are in units of this many decimals: coins of one name may differ in theirs. */
export const SCALE = 100

/** About what was spent, by currency as it was shown; of purchases of which nothing is kept, their coins under null. */
export type ShownSums = Map<string | null, bigint>

/** Returns what was shown of a purchase, less the share that was refunded; what is left is rounded up, as it was shown. */
export function shownOf(one: Bought, { paid, refunded }: { paid: bigint; refunded: bigint }): ShownSums {
  const left = paid > refunded ? paid - refunded : 0n
  const total = toShownTotal(one)
  if (total === null || paid === 0n) return new Map([[null, left]])
  const cent = 10n ** BigInt(SCALE - (one.shown_decimals ?? 0))
  const cents = ((toUnits(total.amount, SCALE) / cent) * left + paid - 1n) / paid
  return new Map([[total.currency, cents * cent]])
}

/** Adds sums to others, by currency. */
export function addShown(sums: ShownSums, more: ShownSums): void {
  for (const [currency, units] of more) sums.set(currency, (sums.get(currency) ?? 0n) + units)
}

/** Returns the sum in the only currency; null without one, or with several. */
export function toShown(sums: ShownSums): SpendingPartView['shown'] {
  const [only, ...others] = [...sums].filter(([currency]) => currency !== null)
  const [currency, units] = only ?? [null, 0n]
  if (currency === null || others.length > 0) return null
  return { currency, amount: fromUnits(units, SCALE), rest: fromUnits(sums.get(null) ?? 0n, SCALE) }
}
