import type { Hash } from 'viem'

/** What a node says its block 0 is; null where it pruned it, undefined where it did not answer. */
export type GenesisVote = Hash | null | undefined

/**
 * Returns the genesis hash of an unknown chain: the one that more than half of all `nodeCount` nodes name, or, once
 * all of them have answered, more than half of those that named one. Null while that is open, or if no hash has more than half.
 */
export function agreeOnGenesis(votes: readonly GenesisVote[], nodeCount: number, allHeard: boolean): Hash | null {
  const named = votes.filter((vote) => typeof vote === 'string')
  const needed = (allHeard ? named.length : nodeCount) / 2
  const isNamedEnough = (hash: Hash): boolean => named.filter((other) => other === hash).length > needed
  return named.find(isNamedEnough) ?? null
}
