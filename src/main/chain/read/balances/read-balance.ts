import type { Outflow } from '../../chain.ts'
import { nullIfAnswered } from '../../nodes/rpc/rpc-errors.ts'

/** The block to read at; the newest one by default. */
export interface At {
  readonly blockNumber?: bigint
}

/**
 * Reads a balance after `spent` has left. A read by number fails on a node that has not reached the block; its newest state would still
 * contain the coins. A node that has neither `newest` nor the block of `spent` counts with its newest state, minus what was spent.
 */
export async function readBalance(
  read: (at: At) => Promise<bigint>,
  spent: Outflow | null,
  newest: bigint,
): Promise<bigint> {
  if (spent === null) return read({})
  const { units, upTo } = spent
  for (const blockNumber of newest > upTo ? [newest, upTo] : [upTo]) {
    const balance = await read({ blockNumber }).catch(nullIfAnswered)
    if (balance !== null) return balance
  }
  return (await read({})) - units
}
