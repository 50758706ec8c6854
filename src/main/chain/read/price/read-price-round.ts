import { parseAbi, type Address, type Client } from 'viem'
import { readContract } from 'viem/actions'
import { nullIfAnswered } from '../../nodes/rpc/rpc-errors.ts'

const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/** The newest answer of a price feed. */
export interface PriceRound {
  readonly decimals: number
  readonly answer: bigint
  /** Epoch seconds. */
  readonly updatedAt: bigint
}

/** Reads a feed's newest round from one node; null if there is no such contract, or it reverts. */
export async function readPriceRound(client: Client, address: Address): Promise<PriceRound | null> {
  try {
    const [decimals, [, answer, , updatedAt]] = await Promise.all([
      readContract(client, { address, abi: feedAbi, functionName: 'decimals' }),
      readContract(client, { address, abi: feedAbi, functionName: 'latestRoundData' }),
    ])
    return { decimals, answer, updatedAt }
  } catch (error) {
    return nullIfAnswered(error)
  }
}
