import { pad, toEventSelector, toHex, type Address, type Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import { blockHash, blockOf, type Answerer } from '../../../testing/chain/client.ts'
import { openNodes, sound } from '../../../testing/chain/sound-nodes.ts'

// One of several nodes invents or lacks a transfer: whether it counts as proven.

const account: Address = `0x${'1'.repeat(40)}`
const own: Hash = `0x${'a'.repeat(64)}`

/** A node's view of the block in which `own` paid an account back. */
interface PaidBack {
  /** The log numbers that it lists and that its receipt holds, one per transfer. */
  readonly logs?: readonly number[]
  readonly hasReceipt?: boolean
  /** Whether its block holds the transaction; null if it pruned the block. */
  readonly holds?: boolean | null
  readonly status?: '0x0' | '0x1'
}

const token: Address = `0x${'4'.repeat(40)}`
const inclusion = {
  blockNumber: toHex(900),
  blockHash: blockHash(900),
  transactionHash: own,
  transactionIndex: toHex(0),
}

/** Creates a node with `own` as a transaction of block 900, or without it. */
function shows({ logs = [], hasReceipt = true, holds = true, status = '0x1' }: PaidBack): Answerer {
  const transfers = logs.map((logIndex) => ({
    ...inclusion,
    address: token,
    logIndex: toHex(logIndex),
    removed: false,
    data: toHex(5n, { size: 32 }),
    topics: [toEventSelector('Transfer(address,address,uint256)'), pad(`0x${'2'.repeat(40)}`), pad(account)],
  }))
  return (method, params) => {
    if (method === 'eth_getLogs') return transfers
    if (method === 'eth_getTransactionByHash' && holds)
      return { ...inclusion, hash: own, from: account, nonce: toHex(2) }
    if (method === 'eth_getTransactionReceipt' && hasReceipt) {
      return { ...inclusion, status, gasUsed: '0x1', effectiveGasPrice: '0x1', logs: transfers }
    }
    if (method !== 'eth_getBlockByNumber' || params[0] !== toHex(900)) return sound(method, params)
    return holds === null ? null : blockOf(900, { transactions: holds ? [own] : [] })
  }
}
const provenAt = async (...nodes: readonly Answerer[]): Promise<boolean[]> =>
  (await openNodes(...nodes).transfersTo([token], account, 900n, 900n)).map(({ isProven }) => isProven)

describe('a transfer', () => {
  it('listed under different log numbers counts once, and two equal ones in a transaction count twice', async () => {
    expect(await provenAt(shows({ logs: [0] }), shows({ logs: [9] }))).toEqual([true])
    expect(await provenAt(shows({ logs: [0, 1] }), shows({ logs: [8, 9] }))).toEqual([true, true])
  })

  const truth = { logs: [0] }
  const unheardOf = shows({ hasReceipt: false, holds: false })
  const pruned = shows({ hasReceipt: false })
  const forgotten = shows({ hasReceipt: false, holds: null })
  it.each<readonly [string, readonly Answerer[], boolean]>([
    ['of two is not proven if that one invented it', [shows(truth), unheardOf], false],
    ['of three is not proven if that one invented it', [shows(truth), unheardOf, unheardOf], false],
    ['of three is not proven, even if one lacks receipts', [unheardOf, shows(truth), unheardOf], false],
    ['of three is not proven, even if one lacks old blocks', [shows(truth), forgotten, unheardOf], false],
    ['of three is not proven for a real transaction without it', [shows(truth), shows({}), pruned], false],
    ['is proven if only that one has logs and receipts', [shows(truth), pruned, pruned], true],
    ['is proven if only that one has old blocks', [forgotten, shows(truth), forgotten], true],
  ])('that one node lists %s', async (_, nodes, isProven) => {
    expect(await provenAt(...nodes)).toEqual([isProven])
  })

  it('that one node lists twice is proven once', async () => {
    expect(await provenAt(shows({ logs: [0] }), shows({ logs: [0, 1] }))).toEqual([true, false])
    expect(await provenAt(shows({ logs: [0] }), shows({ logs: [0, 1] }), shows({ logs: [7] }))).toEqual([true, false])
  })
})

describe('whether a transaction made a transfer', () => {
  const made = { hash: own, token, from: `0x${'2'.repeat(40)}`, to: account, units: 5n, blockNumber: 900n } as const
  const sees = shows({ logs: [0] })
  const contradicts = shows({})
  const lacksBlock = shows({ hasReceipt: false, holds: false })
  const pruned = shows({ hasReceipt: false })
  const forgotten = shows({ hasReceipt: false, holds: null })
  it.each<readonly [string, readonly Answerer[], boolean | null]>([
    ['is certain if the node shows it', [sees], true],
    ['is certain if others have pruned it', [forgotten, sees, pruned], true],
    ['is denied by a receipt without it', [contradicts], false],
    ['is denied by a block without the transaction', [lacksBlock], false],
    ['is denied by most nodes only', [lacksBlock, contradicts, forgotten], false],
    ['is unknown to a node without receipts', [pruned], null],
    ['is unknown to a node without old blocks', [forgotten], null],
    ['is unknown if one of three denies it and the others have pruned it', [lacksBlock, forgotten, pruned], null],
    ['is unknown if one of two denies it', [lacksBlock, sees], null],
  ])('%s', async (_, nodes, is) => {
    expect(await openNodes(...nodes).holdsTransfer(made, 1)).toBe(is)
  })

  it('is denied for the second of two if its receipt has one', async () => {
    expect(await openNodes(shows({ logs: [0, 1] })).holdsTransfer(made, 2)).toBe(true)
    expect(await openNodes(sees).holdsTransfer(made, 2)).toBe(false)
  })
})

describe('a payment whose logs one node shows', () => {
  const reverted = shows({ status: '0x0' })
  const succeeded = shows({ logs: [0] })
  const emits = shows({ logs: [0], hasReceipt: false })
  const pruned = shows({ hasReceipt: false })
  it.each<readonly [string, readonly Answerer[], boolean]>([
    ['succeeded if receipts are pruned', [emits, pruned, pruned], true],
    ['proves nothing if the other of two shows that it reverted', [succeeded, reverted], false],
    ['proves nothing if one of three shows that it reverted', [emits, pruned, reverted], false],
  ])('%s', async (_, nodes, emitted) => {
    expect(await openNodes(...nodes).nonceUse(account, 2, [own])).toMatchObject({ hash: own, isBacked: true, emitted })
  })

  it('has no receipt if two nodes contradict each other', async () => {
    expect(await openNodes(succeeded, reverted).receipt(own)).toBeNull()
  })
})
