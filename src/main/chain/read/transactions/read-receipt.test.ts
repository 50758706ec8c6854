import { encodeAbiParameters, pad, toEventSelector, toHex, type Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { readInclusion, readReceipt, readTransferInclusion } from './read-receipt.ts'
import { Refusal, blockHash, blockOf, openTestClient, type Answerer } from '../../../../testing/chain/client.ts'

const hash = blockHash(0xabc, 'f')
const [token, from, to] = ['4', '5', '6'].map((digit): Address => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
]
const log = {
  address: token,
  data: encodeAbiParameters([{ type: 'uint256' }], [5n]),
  logIndex: '0x0',
  transactionIndex: '0x0',
  topics: [toEventSelector('Transfer(address,address,uint256)'), pad(from), pad(to)],
  removed: false,
  transactionHash: hash,
  blockHash: blockHash(7),
  blockNumber: toHex(7),
}
const receipt = {
  transactionHash: hash,
  blockHash: blockHash(7),
  blockNumber: toHex(7),
  transactionIndex: '0x0',
  status: '0x1',
  gasUsed: toHex(21_000),
  effectiveGasPrice: toHex(2),
  cumulativeGasUsed: '0x0',
  logs: [log],
  type: '0x2',
  from,
  to: token,
  contractAddress: null,
  logsBloom: '0x',
}

const approval = toEventSelector('Approval(address,address,uint256)')
const transfer = { hash, token, from, to, units: 5n, blockNumber: 7n, logIndex: 0 }

const holding = blockOf(7, { transactions: [hash] })
const node = (block: unknown, shown: unknown = receipt) =>
  openTestClient(((method) => (method === 'eth_getTransactionReceipt' ? shown : block)) satisfies Answerer).client

describe('a receipt', () => {
  it('counts if its block is the one at its height', async () => {
    expect(await readReceipt(node(holding), hash)).toEqual({
      hash,
      succeeded: true,
      blockNumber: 7n,
      blockHash: blockHash(7),
      fee: 42_000n,
      l1Fee: 0n,
    })
  })

  it.each([
    ['lost a reorganization', blockOf(7, { branch: 'b' })],
    ['does not exist yet', null],
  ])('of a block that %s does not count', async (_, block) => {
    expect(await readReceipt(node(block), hash)).toBeNull()
  })

  it.each<readonly [string, object]>([
    ['of another transaction', { transactionHash: blockHash(0xdef, 'f') }],
    ['without a block', { blockHash: null, blockNumber: null }],
    ['in a block that no number can hold', { blockNumber: '0xfffffffffffffff' }],
    ...[undefined, null, '0x01', '0x2', 1, true].map(
      (status) => [`whose status is ${status}`, { status }] as [string, object],
    ),
  ])('%s does not count', async (_, changes) => {
    expect(await readReceipt(node(holding, { ...receipt, ...changes }), hash)).toBeNull()
  })

  it('of a transaction missing from its block does not count', async () => {
    expect(await readReceipt(node(blockOf(7)), hash)).toBeNull()
  })

  it('without a price has everything but the fee', async () => {
    const { effectiveGasPrice: _, ...silent } = receipt
    expect(await readReceipt(node(holding, silent), hash)).toMatchObject({ succeeded: true, fee: null, l1Fee: null })
  })

  it.each([
    ['is added', toHex(500), 42_500n],
    ['is added in capital letters too', '0x1F4', 42_500n],
    ['is ignored without digits', 'much', 42_000n],
    ['is ignored with a wrong beginning', '10x1f4', 42_000n],
    ['is ignored with a wrong end', '0x1f4 wei', 42_000n],
    ['is ignored if it is not text', 500, 42_000n],
  ])('includes a rollup’s fee in addition to gas: it %s', async (_, l1Fee, fee) => {
    expect(await readReceipt(node(holding, { ...receipt, l1Fee }), hash)).toMatchObject({ fee, l1Fee: fee - 42_000n })
  })

  it('without the gas used has everything but the fee', async () => {
    const { gasUsed: _, ...silent } = receipt
    expect(await readReceipt(node(holding, silent), hash)).toMatchObject({ succeeded: true, fee: null })
  })

  it('is requested by hash', async () => {
    const { client } = openTestClient((method, [calls]) =>
      method !== 'eth_getTransactionReceipt' ? holding : calls === hash ? receipt : null,
    )
    expect(await readReceipt(client, hash)).not.toBeNull()
  })

  it('of a reverted transaction says so', async () => {
    expect(await readReceipt(node(holding, { ...receipt, status: '0x0' }), hash)).toMatchObject({ succeeded: false })
  })

  it('that is unknown is null', async () => {
    expect(await readReceipt(node(blockOf(7), null), hash)).toBeNull()
  })

  it.each([
    [4444, 'pruned history unavailable'],
    [-32_000, 'transaction indexing is in progress'],
    [-32_603, 'Internal error'],
  ])('that a node answers with the error %i is null', async (code, message) => {
    const { client } = openTestClient(() => {
      throw new Refusal(message, code)
    })
    expect(await readReceipt(client, hash)).toBeNull()
    expect(await readTransferInclusion(client, transfer)).toBe('unknown')
  })

  it('is not read from a rate-limiting node', async () => {
    const { client } = openTestClient(() => {
      throw new Refusal('rate limit exceeded', -32_005)
    })
    await expect(readReceipt(client, hash)).rejects.toThrow('rate limit')
  })
})

describe('a transaction', () => {
  const where = { hash, blockNumber: 7n, blockHash: blockHash(7) }
  it.each([
    ['included', blockOf(7, { transactions: [hash] })],
    ['absent', blockOf(7)],
    ['absent', blockOf(7, { branch: 'b', transactions: [hash] })],
    ['unknown', null],
  ])('is %s if the block says so', async (inclusion, block) => {
    expect(await readInclusion(node(block), where)).toBe(inclusion)
  })

  it('in a pruned block is unknown', async () => {
    const { client } = openTestClient(() => {
      throw new Refusal('pruned history unavailable', 4444)
    })
    expect(await readInclusion(client, where)).toBe('unknown')
  })
})

describe('a transfer', () => {
  it.each([
    ['included', {}, receipt],
    ['absent', { units: 6n }, receipt],
    ['absent', { to: from }, receipt],
    ['absent', { from: to }, receipt],
    ['absent', { token: to }, receipt],
    ['absent', { blockNumber: 8n }, receipt],
    ['included', {}, { ...receipt, logs: [{ ...log, data: encodeAbiParameters([{ type: 'uint256' }], [6n]) }, log] }],
    ['absent', {}, { ...receipt, logs: [{ ...log, topics: [approval, pad(from), pad(to)] }] }],
    ['unknown', {}, null],
  ])('is %s according to the receipt', async (inclusion, changes, shown) => {
    expect(await readTransferInclusion(node(null, shown), { ...transfer, ...changes })).toBe(inclusion)
  })

  it.each([
    ['absent', 'lacks its transaction', blockOf(7)],
    ['unknown', 'contains its transaction', holding],
    ['unknown', 'was pruned', null],
    ['unknown', 'has another height', blockOf(8)],
  ])('is %s without a receipt if the block %s', async (inclusion, _, block) => {
    expect(await readTransferInclusion(node(block, null), transfer)).toBe(inclusion)
  })

  it('is not looked up in its block if there is a receipt', async () => {
    const { client, calls } = openTestClient((method) => (method === 'eth_getTransactionReceipt' ? receipt : null))
    await readTransferInclusion(client, transfer)
    expect(calls).toHaveLength(1)
  })

  it('is included as often as the receipt holds it, whatever its log numbers', async () => {
    const twice = node(null, { ...receipt, logs: [log, { ...log, logIndex: '0x9' }] })
    const included = [1, 2, 3].map((count) => readTransferInclusion(twice, { ...transfer, logIndex: 4 }, count))
    expect(await Promise.all(included)).toEqual(['included', 'included', 'absent'])
  })
})
