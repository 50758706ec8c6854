import type { Outflow } from '../../chain.ts'
import { nullIfAnswered } from '../../nodes/rpc/rpc-errors.ts'

/** The block to read at; the newest one by default. */
export interface At {
  readonly blockNumber?: bigint
}

/** One node's answers about a balance. */
export interface BalanceReader {
  at(block: At): Promise<bigint>
  /** Returns the number of the node's newest block. */
  head(): Promise<bigint>
}

/**
 * Reads a balance after `spent` has left. A read by number fails on a node that has not reached the block; its newest state would still
 * contain the coins. A node that has neither `newest` nor the block of the last of `spent` is read at its own newest block, less what left
 * later, and a node that answers no read by number counts with its newest state, less all that left; never below 0.
 */
export async function readBalance(reader: BalanceReader, spent: Outflow, newest: bigint): Promise<bigint> {
  if (spent.length === 0) return reader.at({})
  const upTo = spent.map(({ block }) => block).reduce((last, block) => (block > last ? block : last))
  for (const blockNumber of newest > upTo ? [newest, upTo] : [upTo]) {
    const balance = await reader.at({ blockNumber }).catch(nullIfAnswered)
    if (balance !== null) return balance
  }
  const own = await reader.head()
  const there = await reader.at({ blockNumber: own }).catch(nullIfAnswered)
  const left =
    there === null ? (await reader.at({})) - sum(spent) : there - sum(spent.filter(({ block }) => block > own))
  return left > 0n ? left : 0n
}

function sum(spent: Outflow): bigint {
  return spent.reduce((total, { units }) => total + units, 0n)
}
