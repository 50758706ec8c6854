import type { SpendingPartView } from '../../shared/bookkeeping/views.ts'
import { currencyDecimals } from '../../shared/currencies.ts'
import { fromUnits, toUnits } from '../../shared/money.ts'
import { toShownTotal } from '../purchases/shown-total-repository.ts'
import type { Bought } from './bookkeeping-repository.ts'

/** All sums are in units of this many decimals: coins of one name may differ in theirs. */
export const SCALE = 100

/** About what was spent, by currency as it was shown; of purchases of which nothing is kept, their coins under null. */
export type ShownSums = Map<string | null, bigint>

/** Returns what was shown of a purchase, less the share that was refunded: exactly, for its sum to be rounded. */
export function shownOf(one: Bought, { paid, refunded }: { paid: bigint; refunded: bigint }): ShownSums {
  const left = paid > refunded ? paid - refunded : 0n
  const total = toShownTotal(one)
  if (total === null || paid === 0n) return new Map([[null, left]])
  return new Map([[total.currency, (toUnits(total.amount, SCALE) * left) / paid]])
}

/** Adds sums to others, by currency. */
export function addShown(sums: ShownSums, more: ShownSums): void {
  for (const [currency, units] of more) sums.set(currency, (sums.get(currency) ?? 0n) + units)
}

/**
 * Returns sums in their only currency, rounded up so that they add up to their rounded sum; null for one without a currency, or with
 * several.
 */
export function toShown(all: readonly ShownSums[]): SpendingPartView['shown'][] {
  const exact = new Map<string, bigint>()
  return all.map((sums) => {
    const [only, ...others] = [...sums].filter(([currency]) => currency !== null)
    const [currency, units] = only ?? [null, 0n]
    if (currency === null || others.length > 0) return null
    const before = exact.get(currency) ?? 0n
    exact.set(currency, before + units)
    const amount = roundUp(before + units, currency) - roundUp(before, currency)
    return { currency, amount: fromUnits(amount, SCALE), rest: fromUnits(sums.get(null) ?? 0n, SCALE) }
  })
}

function roundUp(units: bigint, currency: string): bigint {
  const cent = 10n ** BigInt(SCALE - currencyDecimals(currency))
  return ((units + cent - 1n) / cent) * cent
}
