import { BlockNotFoundError, type Client } from 'viem'
import { getBlock, getBlockNumber } from 'viem/actions'
import type { BlockRef } from '../../chain.ts'
import { isUnavailable, isUnsupportedTag } from '../../nodes/rpc/rpc-errors.ts'

/** When a block of a chain counts as final. */
export interface FinalityRule {
  /** Whether a node's `finalized` block decides. */
  readonly trustsTag: boolean
  /** Blocks below the head if the tag does not decide; null to derive it from the chain's block time. */
  readonly depth: bigint | null
}

/** A block's status according to one node; `unknown` if it has not reached the block, or pruned it. */
export type NodeBlockStatus = 'final' | 'open' | 'gone' | 'unknown'

/** Reads the newest block that a node calls final. Counts back from the head only if the node does not know the tag, never if it fails. */
export async function readFinalized(client: Client, { trustsTag, depth }: FinalityRule): Promise<bigint> {
  if (trustsTag) {
    try {
      return (await getBlock(client, { blockTag: 'finalized' })).number
    } catch (error) {
      if (!isUnsupportedTag(error)) throw error
    }
  }
  const head = await getBlockNumber(client)
  const below = depth ?? (await findDepth(client, head))
  return head > below ? head - below : 0n
}

/** Reads a block's status on one node. */
export async function readNodeBlockStatus(
  client: Client,
  rule: FinalityRule,
  { number, hash }: BlockRef,
): Promise<NodeBlockStatus> {
  const [finalized, known] = await Promise.all([readFinalized(client, rule), readBlockHash(client, number)])
  if (known === null) return 'unknown'
  if (known !== hash) return 'gone'
  return number <= finalized ? 'final' : 'open'
}

/** Reads the hash of the block at a height; null if the node has none, or no longer. */
export async function readBlockHash(client: Client, blockNumber: bigint): Promise<string | null> {
  return (await readBlock(client, blockNumber))?.hash ?? null
}

/**
 * Reads the block at a height with its transaction hashes; null if the node has none, or no longer, or shows another height. A height that
 * no number can hold is a node's invention.
 */
export async function readBlock(client: Client, blockNumber: bigint) {
  if (blockNumber > Number.MAX_SAFE_INTEGER) return null
  try {
    const block = await getBlock(client, { blockNumber })
    return block.number === blockNumber ? block : null
  } catch (error) {
    if (error instanceof BlockNotFoundError || isUnavailable(error)) return null
    throw error
  }
}

const MIN_DEPTH = 64n
const SAFE_SECONDS = 900n

/** A quarter of an hour in blocks, and at least 64: with quarter-second blocks those take only 16 s. */
async function findDepth(client: Client, head: bigint): Promise<bigint> {
  if (head <= MIN_DEPTH) return MIN_DEPTH
  const [newest, older] = await Promise.all([readBlock(client, head), readBlock(client, head - MIN_DEPTH)])
  if (newest === null || older === null) return head
  const seconds = newest.timestamp - older.timestamp
  const blocks = seconds > 0n ? (SAFE_SECONDS * MIN_DEPTH) / seconds : head
  return blocks > MIN_DEPTH ? blocks : MIN_DEPTH
}
