import type { Spent } from '../chain.ts'
import { nullIfAnswered } from '../nodes/rpc-errors.ts'

/** The block to read at; the newest one where left out. */
export interface At {
  readonly blockNumber?: bigint
}

/**
 * Reads a balance from which `spent` is gone. By number, a machine refuses a block that it has not reached; its newest state would still show
 * the coins as there. Where it gives neither `newest` nor the block of the spending, its newest state counts, less what was spent.
 */
export async function readBalance(
  read: (at: At) => Promise<bigint>,
  spent: Spent | null,
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
