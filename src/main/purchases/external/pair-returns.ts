import type { Hash } from 'viem'

/** A received transfer by which unused coins may have come back. */
interface PossibleReturn {
  /** The unused coins'. */
  readonly id: string
  /** Whether the user said that they came back. */
  readonly is_said: boolean
  /** The received transfer's. */
  readonly received: string
  readonly hash: Hash
}

/**
 * Returns the transactions by which unused coins came back, by their ids: each received transfer for one of them. `possible` is in the
 * order of the coins, then of the transfers. Coins of which the user said it come first. Pure.
 */
export function pairReturns(possible: readonly PossibleReturn[]): ReadonlyMap<string, Hash> {
  const returns = new Map<string, Hash>()
  const taken = new Set<string>()
  for (const { id, received, hash } of possible.toSorted((one, other) => Number(other.is_said) - Number(one.is_said))) {
    if (returns.has(id) || taken.has(received)) continue
    returns.set(id, hash)
    taken.add(received)
  }
  return returns
}
