import type { Chain } from '../chain/chain.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const LEAST_BACK = 100_000n
/** Blocks that a network's pace is measured over. */
const SAMPLE = 1_000n

/** Returns the first block to search: after the last one searched, else a week before `last`, and 100,000 blocks at least. */
export async function firstBlock(
  chain: Pick<Chain, 'blockTime'>,
  lastSearched: bigint | null,
  last: bigint,
): Promise<bigint> {
  if (lastSearched !== null) return lastSearched + 1n
  const week = await blocksWithin(chain, last, WEEK_MS)
  const back = week > LEAST_BACK ? week : LEAST_BACK
  return last > back ? last - back : 0n
}

/** Returns how many blocks a network makes in some milliseconds, by its newest ones; 0 where no node tells. */
async function blocksWithin(chain: Pick<Chain, 'blockTime'>, last: bigint, ms: number): Promise<bigint> {
  if (last < SAMPLE) return 0n
  try {
    const took = (await chain.blockTime(last)) - (await chain.blockTime(last - SAMPLE))
    return took > 0 ? BigInt(Math.ceil((ms / took) * Number(SAMPLE))) : 0n
  } catch {
    return 0n
  }
}
