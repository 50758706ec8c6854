import type { Hash } from 'viem'

/** A node's answer for block 0; null if the node pruned it, undefined if it did not answer. */
export type GenesisVote = Hash | null | undefined

/**
 * Returns the genesis hash of an unknown chain: the one that more than half of all `nodeCount` nodes name. Once all nodes have answered, it
 * is `signedOn`, the chain last signed for; without one, the hash that more than half of the nodes with an answer name. Null while
 * undecided, or if no hash has more than half.
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
