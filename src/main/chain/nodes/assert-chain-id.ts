import type { PublicClient } from 'viem'
import { AppError } from '../../../shared/errors.ts'

/** Throws AppError `network-mismatch` where a node says that it is of another chain; its details say of which, where a number can. */
export async function assertChainId(client: PublicClient, expected: number): Promise<void> {
  const chainId = await client.getChainId()
  if (chainId === expected) return
  const details = { found: Number.isSafeInteger(chainId) ? chainId : null }
  throw new AppError('network-mismatch', `Expected chain ${expected}, found ${chainId}`, { details })
}
