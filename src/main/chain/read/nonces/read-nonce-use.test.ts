import { hexToNumber, isHex, toHex, type Address, type Hash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { readNonceUse } from './read-nonce-use.ts'
import { Refusal, blockHash, blockOf, openTestClient } from '../../../../testing/chain/client.ts'

const account: Address = `0x${'5'.repeat(40)}`
const HEAD = 10_000
const sought = { chainId: 1, account, nonce: 3, own: [] as readonly Hash[] }
const usedBy = blockHash(0xabc, 'f')
const other = blockHash(0xdef, 'f')

interface Node {
  /** The block in which nonce 3 was used. */
  readonly usedIn: number
  /** The oldest block whose state it has. */
  readonly stateFrom?: number
  /** Whether it finds transactions by hash. */
  readonly isIndexed?: boolean
  readonly logs?: readonly Hash[]
  /** The position at which its logs name the account; 1 (the sender of coins) by default. */
  readonly topic?: 1 | 2
}

const transactionIn = (usedIn: number) => ({
  hash: usedBy,
  from: account,
  to: account,
  nonce: toHex(3),
  value: '0x0',
  gas: '0x0',
  input: '0x',
  type: '0x2',
  blockNumber: toHex(usedIn),
  blockHash: blockHash(usedIn),
  transactionIndex: '0x0',
  v: '0x0',
  chainId: '0x1',
})

function open({ usedIn, stateFrom = 0, isIndexed = false, logs = [], topic = 1 }: Node) {
  const transaction = transactionIn(usedIn)
  return openTestClient((method, [first, second]) => {
    if (method === 'eth_blockNumber') return toHex(HEAD)
    if (method === 'eth_getTransactionByHash') return isIndexed && first === usedBy ? transaction : null
    if (method === 'eth_getLogs') {
      const { topics } = first as { topics: readonly (string | null)[] }
      return topics.findIndex((one) => one !== null) === topic ? logs.map((hash) => ({ transactionHash: hash })) : []
    }
    const at = method === 'eth_getTransactionCount' ? second : first
    if (!isHex(at)) throw new Error(`Asked for ${method}`)
    const number = hexToNumber(at)
    if (method !== 'eth_getTransactionCount') {
      const transactions = number === usedIn ? [second === true ? transaction : usedBy] : []
      return blockOf(number, { transactions })
    }
    if (number < stateFrom) throw new Refusal('missing trie node')
    return toHex(number >= usedIn ? 4 : 3)
  })
}

const block = (number: number) => ({ number: BigInt(number), hash: blockHash(number) })

describe('the transaction that used a nonce', () => {
  it.each([HEAD, HEAD - 1, HEAD - 100, 5_000, 1, 0])('is found by its hash in block %i', async (usedIn) => {
    const { client, calls } = open({ usedIn })
    expect(await readNonceUse(client, sought)).toEqual({
      hash: usedBy,
      block: block(usedIn),
      emitted: false,
      call: { to: account, data: '0x', value: 0n },
    })
    expect(calls.length).toBeLessThan(40)
  })

  it('is found if the node has only the newest state, and null if that is too short', async () => {
    const shown = open({ usedIn: HEAD - 60, stateFrom: HEAD - 127 })
    expect(await readNonceUse(shown.client, sought)).toMatchObject({ hash: usedBy })
    const forgotten = open({ usedIn: HEAD - 600, stateFrom: HEAD - 127 })
    expect(await readNonceUse(forgotten.client, sought)).toBeNull()
  })

  it('is not one signed for another chain', async () => {
    expect(await readNonceUse(open({ usedIn: 7 }).client, { ...sought, chainId: 5 })).toBeNull()
  })

  it('is not another one than was requested by hash', async () => {
    const own = [other]
    const { client } = openTestClient((method, [first]) => {
      if (method === 'eth_getTransactionByHash') return transactionIn(7)
      if (method === 'eth_blockNumber') return toHex(HEAD)
      if (method === 'eth_getTransactionCount') return toHex(3)
      return blockOf(hexToNumber(first as `0x${string}`), { transactions: [usedBy] })
    })
    expect(await readNonceUse(client, { ...sought, own })).toBeNull()
  })

  it('is null for an unused nonce', async () => {
    expect(await readNonceUse(open({ usedIn: 7 }).client, { ...sought, nonce: 4 })).toBeNull()
  })

  it('is our own if the node finds it by hash, proven by its logs', async () => {
    const own = [other, usedBy]
    const { client } = open({ usedIn: 7, stateFrom: HEAD, isIndexed: true, logs: [usedBy] })
    expect(await readNonceUse(client, { ...sought, own })).toEqual({
      hash: usedBy,
      block: block(7),
      emitted: true,
      call: null,
    })
    const comes = open({ usedIn: 7, isIndexed: true, logs: [usedBy], topic: 2 })
    expect(await readNonceUse(comes.client, { ...sought, own })).toMatchObject({ emitted: true })
    const silent = open({ usedIn: 7, isIndexed: true, logs: [other] })
    expect(await readNonceUse(silent.client, { ...sought, own })).toMatchObject({ emitted: false })
  })
})

// A delegated account (EIP-7702) uses a nonce, and another account may send that transaction.
it('finds the use of a nonce in another account’s transaction that delegates the account', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const signed = await owner.signAuthorization({ chainId: 1, contractAddress: account, nonce: 3 })
  const { r, s, yParity = 0, address } = signed
  const authorization = { chainId: toHex(1), address, nonce: toHex(3), yParity: toHex(yParity), r, s }
  const transaction = {
    hash: usedBy,
    from: account,
    to: owner.address,
    nonce: toHex(70),
    value: '0x0',
    gas: '0x0',
    input: '0x',
    type: '0x4',
    authorizationList: [authorization],
    blockNumber: toHex(HEAD),
    blockHash: blockHash(HEAD),
    transactionIndex: '0x0',
    v: '0x0',
    chainId: '0x1',
  }
  const { client } = openTestClient((method, [first, second]) => {
    if (method === 'eth_blockNumber') return toHex(HEAD)
    if (method === 'eth_getTransactionCount') return toHex(second === toHex(HEAD) ? 4 : 3)
    return blockOf(hexToNumber(first as `0x${string}`), { transactions: [transaction] })
  })
  expect(await readNonceUse(client, { ...sought, account: owner.address })).toMatchObject({
    hash: usedBy,
    call: { to: null },
  })
  expect(await readNonceUse(client, sought)).toBeNull()
})
