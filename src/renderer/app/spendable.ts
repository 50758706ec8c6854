import { compareDecimals, fromUnits, toUnits, type Decimal } from '../../shared/money.ts'
import type { BalanceView, NetworkView } from '../../shared/views.ts'

const scale = 100

/** What can be spent of a token: its balance less what is set aside, never below 0; null while unknown. */
export function spendable(balance: BalanceView | undefined, tokenKey: string): Decimal | null {
  const held = balance?.tokens[tokenKey] ?? null
  if (held === null || !balance) return null
  const reserved = balance.reserved[tokenKey] ?? '0'
  if (compareDecimals(held, reserved) <= 0) return '0'
  return fromUnits(toUnits(held, scale) - toUnits(reserved, scale), scale)
}

export interface SpendableSum {
  readonly symbol: string
  /** Null while none of the networks has answered. */
  readonly amount: Decimal | null
  /** Whether a network's share is missing in the amount. */
  readonly partial: boolean
}

/** What can be spent over all payable networks, one sum per token symbol, the largest first. */
export function spendableSums(networks: readonly NetworkView[], balances: readonly BalanceView[]): SpendableSum[] {
  const sums = new Map<string, { units: bigint; known: boolean; partial: boolean }>()
  for (const network of networks) {
    if (network.unpayable) continue
    const balance = balances.find((candidate) => candidate.networkKey === network.key)
    for (const token of network.tokens) {
      const amount = spendable(balance, token.key)
      const sum = sums.get(token.symbol) ?? { units: 0n, known: false, partial: false }
      sums.set(token.symbol, {
        units: sum.units + (amount === null ? 0n : toUnits(amount, scale)),
        known: sum.known || amount !== null,
        partial: sum.partial || amount === null,
      })
    }
  }
  return [...sums]
    .sort(([, a], [, b]) => (a.units < b.units ? 1 : a.units > b.units ? -1 : 0))
    .map(([symbol, sum]) => ({
      symbol,
      amount: sum.known ? fromUnits(sum.units, scale) : null,
      partial: sum.partial,
    }))
}
