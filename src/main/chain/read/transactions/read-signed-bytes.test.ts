import {
  keccak256,
  parseTransaction,
  toHex,
  type Hex,
  type TransactionSerializable,
  type TransactionSerialized,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { blockOf, openTestClient, type Answerer } from '../../../../testing/chain/client.ts'
import { readSignedBytes } from './read-signed-bytes.ts'

const account = privateKeyToAccount(`0x${'7'.repeat(64)}`)
const to = `0x${'5'.repeat(40)}` as const
const call = { to, nonce: 3, value: 5n, gas: 60_000n, data: '0xa9059cbb' } as const
const accessList = [{ address: to, storageKeys: [`0x${'1'.repeat(64)}`] }] as const
const delegation = {
  chainId: 7,
  address: to,
  nonce: 4,
  r: `0x${'1'.repeat(64)}`,
  s: `0x${'2'.repeat(64)}`,
  yParity: 1,
} as const
const transactions: [string, TransactionSerializable][] = [
  ['legacy', { ...call, type: 'legacy', chainId: 7, gasPrice: 9n }],
  ['legacy, for any chain', { ...call, type: 'legacy', gasPrice: 9n }],
  ['EIP-2930', { ...call, type: 'eip2930', chainId: 7, gasPrice: 9n, accessList }],
  ['EIP-1559', { ...call, type: 'eip1559', chainId: 7, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n }],
  [
    'EIP-7702',
    {
      ...call,
      type: 'eip7702',
      chainId: 7,
      maxFeePerGas: 9n,
      maxPriorityFeePerGas: 1n,
      authorizationList: [delegation],
    },
  ],
]

/** Returns a transaction as nodes show it. */
function shown(raw: Hex, changes: object = {}): object {
  const { type, r, s, v, yParity, nonce, gas, value, data, chainId, ...fees } = parseTransaction(
    raw as TransactionSerialized,
  )
  const types: Readonly<Record<string, Hex>> = { legacy: '0x0', eip2930: '0x1', eip1559: '0x2', eip7702: '0x4' }
  const quantities = Object.fromEntries(
    Object.entries({ ...fees, nonce, gas, value, chainId, v: v ?? BigInt(yParity ?? 0), yParity })
      .filter(([, one]) => typeof one === 'bigint' || typeof one === 'number')
      .map(([key, one]) => [key, toHex(one as bigint)]),
  )
  return {
    accessList: 'accessList' in fees ? fees.accessList : undefined,
    authorizationList:
      type === 'eip7702' ? [{ ...delegation, chainId: '0x7', nonce: '0x4', yParity: '0x1' }] : undefined,
    ...quantities,
    hash: keccak256(raw),
    from: account.address,
    to,
    input: data,
    r,
    s,
    type: types[type ?? ''],
    blockHash: `0x${'a'.repeat(64)}`,
    blockNumber: '0x7',
    transactionIndex: '0x0',
    // Once it is mined, nodes show what was paid as well.
    gasPrice: 'gasPrice' in fees ? quantities['gasPrice'] : '0x4',
    ...changes,
  }
}
/** Reads bytes from a node that shows `answer` by their hash, and `inBlock` in its block. */
const read = (raw: Hex, answer: unknown, inBlock: readonly unknown[] = []): Promise<Hex | null> => {
  const node: Answerer = (method) =>
    method === 'eth_getBlockByNumber' ? blockOf(9, { transactions: [...inBlock] }) : answer
  return readSignedBytes(openTestClient(node).client, keccak256(raw), 9n)
}

describe('the bytes of a transaction', () => {
  it.each(transactions)('%s, are rebuilt as they were signed', async (_, transaction) => {
    const raw = await account.signTransaction(transaction)
    expect(await read(raw, shown(raw))).toBe(raw)
  })

  it.each(transactions)('%s, are none if a node shows anything else under its hash', async (_, transaction) => {
    const raw = await account.signTransaction(transaction)
    const lies = [
      { value: '0x6' },
      { input: '0xa9059cbc' },
      { nonce: '0x4' },
      { to: `0x${'6'.repeat(40)}` },
      { s: `0x${'3'.repeat(64)}` },
    ]
    for (const lie of lies) expect(await read(raw, shown(raw, lie))).toBeNull()
  })

  it('are found in its block if the node does not find it by its hash, and only its own', async () => {
    const [raw, other] = await Promise.all([3, 2].map((index) => account.signTransaction(transactions[index]![1])))
    if (!raw || !other) throw new Error('Not signed')
    expect(await read(raw, null, [shown(other), shown(raw)])).toBe(raw)
    expect(await read(raw, null, [shown(other), shown(raw, { value: '0x6' })])).toBeNull()
  })

  it('are none of a transaction that the node does not know, or of a form that Till does not', async () => {
    const raw = await account.signTransaction(transactions[3]![1])
    expect(await read(raw, null)).toBeNull()
    expect(await read(raw, shown(raw, { type: '0x7b' }))).toBeNull()
  })
})
