import type { Hash } from 'viem'

/** What a node says its block 0 is; null where it pruned it, undefined where it did not answer. */
export type GenesisVote = Hash | null | undefined

/**
 * Returns the genesis hash of an unknown chain: the one that more than half of all `nodeCount` nodes name. Once all of them have answered, it
 * is `signedOn`, the chain that was signed for last; if nothing was, the one that more than half of those name that name any.
 * Null while that is open, or if no hash has more than half.
 */
export function agreeOnGenesis(
  votes: readonly GenesisVote[],
  nodeCount: number,
  allHeard: boolean,
  signedOn: Hash | null,
): Hash | null {
  const named = votes.filter((vote) => typeof vote === 'string')
  const namedByMoreThan = (least: number): Hash | null =>
    named.find((hash) => named.filter((other) => other === hash).length > least) ?? null
  const agreed = namedByMoreThan(nodeCount / 2)
  return agreed === null && allHeard ? (signedOn ?? namedByMoreThan(named.length / 2)) : agreed
}
