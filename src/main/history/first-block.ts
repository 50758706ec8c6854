import { greatest } from '../chain/nodes/agree/agree.ts'
import type { Chain } from '../chain/chain.ts'
import { findKnownChain } from '../chain/registry/find-known-chain.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const MIN_BLOCKS_BACK = 100_000n
/** The number of blocks over which a network's block time is measured. */
const SAMPLE = 1_000n

/** Returns the first block to search: after the last one searched, else a week and at least 100,000 blocks before `last`. */
export async function firstBlock(
  chain: Pick<Chain, 'blockTime' | 'chainId'>,
  lastSearched: bigint | null,
  last: bigint,
): Promise<bigint> {
  if (lastSearched !== null) return lastSearched + 1n
  // The newest blocks may be slow, and a node may omit their time, so the registry's block time counts as well.
  const usualMs = findKnownChain(chain.chainId)?.blockTimeMs
  const usual = usualMs === undefined ? 0n : BigInt(Math.ceil(WEEK_MS / usualMs))
  const back = greatest([await blocksWithin(chain, last, WEEK_MS), usual, MIN_BLOCKS_BACK])
  return last > back ? last - back : 0n
}

/** Returns the number of blocks a network makes in some milliseconds, by its newest ones; 0 if no node tells. */
async function blocksWithin(chain: Pick<Chain, 'blockTime'>, last: bigint, ms: number): Promise<bigint> {
  if (last < SAMPLE) return 0n
  try {
    const took = (await chain.blockTime(last)) - (await chain.blockTime(last - SAMPLE))
    return took > 0 ? BigInt(Math.ceil((ms / took) * Number(SAMPLE))) : 0n
  } catch {
    return 0n
  }
}
