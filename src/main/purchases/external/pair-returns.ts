import type { Hash } from 'viem'

/** A received transfer by which unused coins came back. */
export interface Return {
  /** The received transfer's. */
  readonly received: string
  readonly hash: Hash
  readonly ordinal: number
  readonly at: number
}

/** A received transfer by which unused coins may have come back. */
interface PossibleReturn extends Return {
  /** The unused coins'. */
  readonly id: string
  /** Whether the user said that they came back. */
  readonly is_said: boolean
}

/**
 * Returns the transfers by which unused coins came back, by their ids: each received transfer for one of them. `possible` is in the
 * order of the coins, then of the transfers. Coins of which the user said it come first. Pure.
 */
export function pairReturns(possible: readonly PossibleReturn[]): ReadonlyMap<string, Return> {
  const returns = new Map<string, Return>()
  const taken = new Set<string>()
  for (const one of possible.toSorted((first, second) => Number(second.is_said) - Number(first.is_said))) {
    if (returns.has(one.id) || taken.has(one.received)) continue
    returns.set(one.id, one)
    taken.add(one.received)
  }
  return returns
}
