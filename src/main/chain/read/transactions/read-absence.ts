import type { Client, Hash } from 'viem'
import type { LostTransaction } from '../../chain.ts'
import { nullIfAnswered } from '../../nodes/rpc/rpc-errors.ts'
import { readBlock } from './read-block-status.ts'
import type { Inclusion } from './read-receipt.ts'

/** The blocks that are searched for one with a transaction: only a young chain has as many empty ones in a row. */
const SEARCHED_BLOCKS = 100n

/**
 * Reads whether no block of a node holds a transaction: it is `absent` if its last block lacks it and the node answers that there is no such
 * transaction. A pruned node answers the same, so it must show a receipt that is older: then it has all later ones.
 */
export async function readAbsence(
  client: Client,
  { hash, blockNumber, since }: LostTransaction,
): Promise<Exclude<Inclusion, 'included'>> {
  const last = await readBlock(client, blockNumber).catch(nullIfAnswered)
  if (last === null || last.transactions.includes(hash)) return 'unknown'
  const other = await findFirst(client, since)
  if (other === null || other === hash) return 'unknown'
  // In one batch, so that the same node answers: behind one address, some have pruned their history and others have not.
  const [isUnknown, hasNoReceipt, isOtherShown] = await Promise.all([
    isNothing(client, 'eth_getTransactionByHash', hash),
    isNothing(client, 'eth_getTransactionReceipt', hash),
    isNothing(client, 'eth_getTransactionReceipt', other).then((is) => is === false),
  ])
  return isUnknown === true && hasNoReceipt === true && isOtherShown ? 'absent' : 'unknown'
}

/** Finds the first transaction of a node's blocks from a height on; null if they are empty, or the node lacks one. */
async function findFirst(client: Client, since: bigint): Promise<Hash | null> {
  for (let number = since; number < since + SEARCHED_BLOCKS; number++) {
    const block = await readBlock(client, number).catch(nullIfAnswered)
    const [first] = block?.transactions ?? []
    if (block === null || first !== undefined) return first ?? null
  }
  return null
}

/** Returns whether a node's answer about a transaction is that there is nothing; null if it answers with an error. */
async function isNothing(
  client: Client,
  method: 'eth_getTransactionByHash' | 'eth_getTransactionReceipt',
  hash: Hash,
): Promise<boolean | null> {
  return client.request({ method, params: [hash] }).then((answer) => answer === null, nullIfAnswered)
}
