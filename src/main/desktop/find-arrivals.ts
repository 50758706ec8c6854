import { compareDecimals, subtractDecimals } from '../../shared/money.ts'
import type { NetworkView } from '../../shared/networks/views.ts'
import type { BalanceView, LastBalance } from '../../shared/wallet/views.ts'

/** Coins that an account has more of than before. */
export interface Arrival {
  readonly amount: string
  readonly symbol: string
  readonly network: string
}

/** Finds coins that arrived in an account's balances on a network. */
export interface ArrivalFinder {
  /** Takes the next answer; `before` is the one before this start, null for none. */
  read(address: string, network: NetworkView, before: LastBalance | null, now: BalanceView): Arrival[]
}

interface Known {
  amount: string
  /** When an answer first said more than that; null if none does. */
  moreSince: number | null
}

/** One address of a node may be many machines, and one that is behind shows coins that were just spent. */
const PROVEN_AFTER_MS = 2 * 60_000

/** Creates a finder: an account has more of a stable coin if two answers say so, two minutes apart, and none between them says less. */
export function createArrivalFinder(monotonic: () => number): ArrivalFinder {
  const known = new Map<string, Known>()

  function rise(key: string, had: string | undefined, has: string): string | null {
    const coin = known.get(key) ?? { amount: had ?? has, moreSince: null }
    known.set(key, coin)
    if (compareDecimals(has, coin.amount) <= 0) {
      Object.assign(coin, { amount: has, moreSince: null })
      return null
    }
    coin.moreSince ??= monotonic()
    if (monotonic() - coin.moreSince < PROVEN_AFTER_MS) return null
    const amount = subtractDecimals(has, coin.amount)
    Object.assign(coin, { amount: has, moreSince: null })
    return amount
  }

  return {
    read: (address, network, before, now) =>
      network.tokens.flatMap(({ key, symbol }) => {
        const has = now.tokens[key]
        if (has === undefined || has === null) return []
        const amount = rise(`${address} ${network.chainId} ${key}`, before?.tokens[key], has)
        return amount === null ? [] : [{ amount, symbol, network: network.name }]
      }),
  }
}
