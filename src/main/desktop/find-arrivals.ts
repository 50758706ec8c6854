import { compareDecimals, subtractDecimals } from '../../shared/money.ts'
import type { NetworkView } from '../../shared/networks/views.ts'
import type { BalanceView, LastBalance } from '../../shared/wallet/views.ts'

/** Coins that an account has more of than before. */
export interface Arrival {
  readonly amount: string
  readonly symbol: string
  readonly network: string
}

/** Returns the stable coins of which an account has more on a network than at the last answer. Nothing is known of a first answer. */
export function findArrivals(network: NetworkView, before: LastBalance | null, now: BalanceView): Arrival[] {
  if (before === null) return []
  return network.tokens.flatMap(({ key, symbol }) => {
    const [had, has] = [before.tokens[key], now.tokens[key]]
    if (had === undefined || has === undefined || has === null || compareDecimals(has, had) <= 0) return []
    return [{ amount: subtractDecimals(has, had), symbol, network: network.name }]
  })
}
