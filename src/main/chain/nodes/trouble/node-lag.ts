/** Since when a node has been behind the others, and by how many blocks. */
export interface NodeLag {
  /** Epoch milliseconds; null while it keeps up. */
  readonly since: number | null
  readonly blocks: number
}

export const keepsUp: NodeLag = { since: null, blocks: 0 }

const MIN_BLOCKS = 3n
const MIN_MS = 15_000n

/**
 * Returns a node's lag after it and most others named their newest block. Blocks reach all nodes within seconds, so only a lag of at least
 * three blocks and fifteen seconds counts. `blockTimeMs` is null if the chain's block time is unknown.
 */
export function lagAfter(
  before: NodeLag,
  head: bigint,
  most: bigint,
  blockTimeMs: number | null,
  now: number,
): NodeLag {
  const blocks = most - head
  const isBehind = blocks >= MIN_BLOCKS && (blockTimeMs === null || blocks * BigInt(blockTimeMs) >= MIN_MS)
  return isBehind ? { since: before.since ?? now, blocks: Number(blocks) } : keepsUp
}
