import type { Client } from 'viem'
import { getChainId } from 'viem/actions'
import { AppError } from '../../../../shared/errors.ts'

/** Throws AppError `network-mismatch` if a node serves another chain; the details name that chain if its id is a valid number. */
export async function assertChainId(client: Client, expected: number): Promise<void> {
  const chainId = await getChainId(client)
  if (chainId === expected) return
  const details = { found: Number.isSafeInteger(chainId) ? chainId : null }
  throw new AppError('network-mismatch', 'The node is of another chain', { details })
}
