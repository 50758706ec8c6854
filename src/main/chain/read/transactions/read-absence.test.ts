import type { Hash } from 'viem'
import { expect, it } from 'vitest'
import { Refusal, blockOf, openTestClient, type Answerer } from '../../../../testing/chain/client.ts'
import { readAbsence } from './read-absence.ts'

const hash: Hash = `0x${'a'.repeat(64)}`
const older: Hash = `0x${'b'.repeat(64)}`
const lost = { hash, blockNumber: 9n, since: 5n }

/** A node whose block 7 is the first with a transaction, and which shows that one's receipt. */
const serving: Answerer = (method, [first]) => {
  if (method === 'eth_getBlockByNumber') return blockOf(Number(first), first === '0x7' ? { transactions: [older] } : {})
  return method === 'eth_getTransactionReceipt' && first === older ? { transactionHash: older } : null
}
const instead =
  (wanted: string, of: string, answer: () => unknown): Answerer =>
  (method, params) =>
    method === wanted && params[0] === of ? answer() : serving(method, params)
function refuse(): never {
  throw new Refusal('pruned history unavailable', 4444)
}

it('a transaction is absent if its node shows an older receipt, and nothing of it', async () => {
  expect(await readAbsence(openTestClient(serving).client, lost)).toBe('absent')
})

it.each<[string, Answerer]>([
  ['shows no older receipt', instead('eth_getTransactionReceipt', older, () => null)],
  ['refuses older receipts', instead('eth_getTransactionReceipt', older, refuse)],
  ['refuses its receipt', instead('eth_getTransactionReceipt', hash, refuse)],
  ['shows its receipt', instead('eth_getTransactionReceipt', hash, () => ({ transactionHash: hash }))],
  ['still has it in its pool', instead('eth_getTransactionByHash', hash, () => ({ hash, blockNumber: null }))],
  ['has it in its block', instead('eth_getBlockByNumber', '0x9', () => blockOf(9, { transactions: [hash] }))],
  ['lacks its block', instead('eth_getBlockByNumber', '0x9', () => null)],
  ['lacks an older block', instead('eth_getBlockByNumber', '0x5', () => null)],
  ['has it first', instead('eth_getBlockByNumber', '0x6', () => blockOf(6, { transactions: [hash] }))],
  ['has only empty blocks', (method, [first]) => (method === 'eth_getBlockByNumber' ? blockOf(Number(first)) : null)],
])('a transaction may be in a block of a node that %s', async (_, node) => {
  expect(await readAbsence(openTestClient(node).client, lost)).toBe('unknown')
})
