import { encodeAbiParameters, pad, toEventSelector, toHex, type Address, type Hash } from 'viem'
import { expect, it } from 'vitest'
import { readSent } from './read-sent.ts'
import { Refusal, blockHash, blockOf, openTestClient } from '../../../../testing/chain/client.ts'

const account: Address = `0x${'5'.repeat(40)}`
const [token, shop]: Address[] = [`0x${'a'.repeat(40)}`, `0x${'d'.repeat(40)}`]
const hash = blockHash(0xabc, 'f')
const other = blockHash(0xdef, 'f')

interface Node {
  readonly blockNumber?: number | null
  readonly from?: Address
  /** The branch of the block that the transaction names, and of the node's block at its height. */
  readonly named?: string
  readonly had?: string
  readonly held?: Hash
  readonly receipt?: 'none' | 'pruned' | 'other-block'
  readonly units?: bigint
  readonly isReverted?: boolean
}

function open({
  blockNumber = 7,
  from = account,
  named = 'a',
  had = 'a',
  held = hash,
  receipt,
  units = 0n,
  isReverted = false,
}: Node) {
  const inclusion = {
    blockNumber: blockNumber === null ? null : toHex(blockNumber),
    blockHash: blockNumber === null ? null : blockHash(blockNumber, named),
    transactionIndex: '0x0',
  }
  const transfer = (to: Address, sender: Address, logIndex: number) => ({
    ...inclusion,
    transactionHash: hash,
    address: token,
    logIndex: toHex(logIndex),
    removed: false,
    topics: [toEventSelector('Transfer(address,address,uint256)'), pad(sender), pad(to)],
    data: encodeAbiParameters([{ type: 'uint256' }], [7n]),
  })
  const { client } = openTestClient((method) => {
    if (method === 'eth_getTransactionByHash') {
      const fee = { gas: '0x0', value: toHex(units), input: '0x', type: '0x2', v: '0x0', chainId: '0x1' }
      return { ...inclusion, ...fee, hash, from, to: token, nonce: toHex(3) }
    }
    if (method === 'eth_getTransactionReceipt') {
      if (receipt === 'none') return null
      if (receipt === 'pruned') throw new Refusal('pruned history unavailable', 4444)
      const logs = [transfer(shop as Address, account, 0), transfer(account, shop as Address, 1)]
      const where = receipt === 'other-block' ? { ...inclusion, blockHash: blockHash(7, 'b') } : inclusion
      return {
        ...where,
        transactionHash: hash,
        status: isReverted ? '0x0' : '0x1',
        gasUsed: '0x1',
        effectiveGasPrice: '0x1',
        logs,
      }
    }
    return blockOf(7, { branch: had, transactions: [held] })
  })
  return readSent(client, account, hash)
}

it('reads a transaction with its nonce, its block and the account’s outgoing transfers', async () => {
  expect(await open({})).toMatchObject({
    hash,
    nonce: 3,
    block: { number: 7n, hash: blockHash(7) },
    effect: {
      transfers: [{ token: expect.stringMatching(new RegExp(token as string, 'i')), units: 7n, logIndex: 0 }],
      native: null,
    },
  })
})

it('reads native coins that left the account, unless it reverted', async () => {
  const paid = await open({ units: 9n })
  expect(paid?.effect?.native).toEqual({ to: expect.stringMatching(new RegExp(token as string, 'i')), units: 9n })
  expect((await open({ units: 9n, isReverted: true }))?.effect?.native).toBeNull()
})

it.each(['none', 'pruned', 'other-block'] as const)('returns no effect if the receipt is %s', async (receipt) => {
  expect(await open({ receipt })).toMatchObject({ nonce: 3, effect: null })
})

it.each<[string, Node]>([
  ['is not mined', { blockNumber: null }],
  ['another account sent', { from: shop as Address }],
  ['is in a block that lost a reorganization', { had: 'b' }],
  ['its block does not contain', { held: other }],
])('returns nothing for a transaction that %s', async (_, node) => {
  expect(await open(node)).toBeNull()
})
