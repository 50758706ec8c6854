import type { PublicClient } from 'viem'
import { AppError } from '../../shared/errors.ts'

/** Throws AppError `network-mismatch` where a node says that it is of another chain. */
export async function assertChainId(client: PublicClient, expected: number): Promise<void> {
  const found = await client.getChainId()
  if (found !== expected) throw new AppError('network-mismatch', `Expected chain ${expected}, found ${found}`)
}
