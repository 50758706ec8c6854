import { encodeFunctionData, erc20Abi, numberToHex, pad, parseGwei, type Address, type Hash, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSimClock, SIM_START, type SimClock } from '../clock.ts'
import { createRandom } from '../random.ts'
import { createSimChain, type SimChain } from '../sim-chain.ts'
import { drawNetwork, withEscrowLie } from './draw-network.ts'
import { nodeFaults, type Episode, type NodeFault } from './node-faults.ts'
import { openRpcNetwork, type NodeSpec, type RpcNetwork } from './open-rpc-network.ts'
import { soundNode } from './sound-node.ts'
import type { Limits } from './view.ts'
import type { ClientName } from './wordings.ts'

const account = privateKeyToAccount(generatePrivateKey())
const address = (digit: string): Address => `0x${digit.repeat(40)}`
const token = address('a')
const contracts = {
  tokens: [{ address: token, symbol: 'USDC', decimals: 6, zeroFirst: false }],
  router: address('c'),
  treasury: address('d'),
}

let clock: SimClock
let chain: SimChain
let network: RpcNetwork

/** Opens a network of one node with permanent `faults`. */
function open(
  faults: readonly NodeFault[],
  limits: Partial<Limits> = {},
  client: ClientName = 'geth',
  hasPool = true,
): void {
  clock = createSimClock()
  chain = createSimChain(clock, 7_777, contracts, 2, { hasPool })
  chain.give(account.address, 10n ** 18n, 1_000n)
  const node: NodeSpec = { client, backends: [{ ...soundNode.backends[0]!, ...limits }] }
  const episodes: Episode[] = faults.map((kind) => ({
    kind,
    node: 0,
    backend: null,
    from: SIM_START,
    until: Infinity,
    share: 1,
  }))
  network = openRpcNetwork({
    clock,
    chain,
    account: account.address,
    random: createRandom(1),
    nodes: [node],
    episodes,
    delay: () => 1,
  })
}

async function turn<T>(work: Promise<T>): Promise<T> {
  let done = false
  work.then(
    () => (done = true),
    () => (done = true),
  )
  await clock.until(() => done, 10_000)
  return work
}

function post(body: unknown, signal?: AbortSignal): Promise<Response> {
  const [url = ''] = network.urls
  return turn(network.fetch(url, { method: 'POST', body: JSON.stringify(body), ...(signal && { signal }) }))
}

interface Answered {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

async function ask(method: string, ...params: unknown[]): Promise<Answered> {
  return (await (await post({ jsonrpc: '2.0', id: 1, method, params })).json()) as Answered
}
const result = async (method: string, ...params: unknown[]): Promise<unknown> => (await ask(method, ...params)).result

async function sign(nonce: number, tip = '1', units = 5n): Promise<Hex> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [contracts.treasury, units] })
  const fees = { maxFeePerGas: parseGwei('10') * BigInt(tip), maxPriorityFeePerGas: parseGwei(tip) }
  return account.signTransaction({ type: 'eip1559', chainId: 7_777, nonce, to: token, data, gas: 60_000n, ...fees })
}
const send = async (raw: Hex): Promise<Answered> => ask('eth_sendRawTransaction', raw)
const mine = (blocks: number): Promise<boolean> => clock.until(() => false, blocks * 1_000)

async function sendAndMine(nonce: number, blocks: number): Promise<Hash> {
  const { result: hash } = await send(await sign(nonce))
  await mine(blocks)
  return hash as Hash
}

describe('a sound node', () => {
  beforeEach(() => open([]))

  it('answers the truth', async () => {
    const hash = await sendAndMine(0, 4)
    expect(await result('eth_chainId')).toBe('0x1e61')
    expect(await result('eth_blockNumber')).toBe('0x4')
    expect(await result('eth_getBlockByNumber', 'finalized', false)).toMatchObject({ number: '0x2' })
    expect(await result('eth_getTransactionCount', account.address, 'latest')).toBe('0x1')
    expect(await result('eth_getTransactionCount', account.address, '0x0')).toBe('0x0')
    expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', blockNumber: '0x1' })
    expect(await result('eth_getTransactionByHash', hash)).toMatchObject({ nonce: '0x0', blockNumber: '0x1' })
    expect(await result('eth_getBlockByNumber', '0x1', true)).toMatchObject({ transactions: [{ hash, nonce: '0x0' }] })
    expect(await result('eth_getLogs', { address: token, fromBlock: '0x0', toBlock: '0x4' })).toMatchObject([
      { transactionHash: hash, blockNumber: '0x1' },
    ])
    expect(await result('eth_feeHistory', '0x2', 'latest', [50])).toMatchObject({ oldestBlock: '0x3' })
    expect(network.recordedFaults.size).toBe(0)
  })

  it('answers a batch in one exchange, and reports what it does not have', async () => {
    const batch = ['eth_chainId', 'eth_unheardOf'].map((method, id) => ({ jsonrpc: '2.0', id, method }))
    expect(await (await post(batch)).json()).toMatchObject([{ id: 0, result: '0x1e61' }, { error: { code: -32_601 } }])
    expect(await ask('eth_getTransactionCount', account.address, '0x63')).toMatchObject({
      error: { message: 'header not found' },
    })
  })

  it('shows pending transactions, and refuses used nonces, known bytes and barely higher fees', async () => {
    const { result: hash } = await send(await sign(0))
    expect(await result('eth_getTransactionByHash', hash)).toMatchObject({ blockNumber: null })
    expect(await result('eth_getTransactionCount', account.address, 'pending')).toBe('0x1')
    expect((await send(await sign(0))).error?.message).toBe('already known')
    expect((await send(await sign(0, '1', 6n))).error?.message).toBe('replacement transaction underpriced')
    expect((await send(await sign(0, '2'))).error).toBeUndefined()
    await mine(1)
    expect((await send(await sign(0))).error?.message).toMatch(/^nonce too low: next nonce 1, tx nonce 0/)
    expect([...network.recordedFaults.keys()]).toEqual(['already-known', 'replacement-refused'])
  })
})

it.each([
  ['besu', -32_000, 'Known transaction'],
  ['nethermind', -32_010, 'AlreadyKnown'],
  ['erigon', -32_000, 'existing txn with same hash'],
] as const)('%s has its own words for known bytes', async (client, code, message) => {
  open([], {}, client)
  await send(await sign(0))
  expect((await send(await sign(0))).error).toEqual({ code, message })
})

it('a sequencer shows no pending transactions, and holds none for later', async () => {
  open([], {}, 'nitro', false)
  const { result: hash } = await send(await sign(0))
  expect(await result('eth_getTransactionByHash', hash)).toBeNull()
  expect(await result('eth_getTransactionCount', account.address, 'pending')).toBe('0x0')
  expect((await send(await sign(2))).error?.message).toMatch(/^nonce too high/)
  expect((await send(await sign(0))).error?.message).toMatch(/^nonce too low/)
  expect([...network.recordedFaults.keys()].sort()).toEqual(['no-pool', 'nonce-gap-refused'])
})

/** For every fault of an answer: the question, three blocks after one transaction was mined, and the altered answer. */
const answered: readonly [NodeFault, Partial<Limits>, (hash: Hash) => [string, ...unknown[]], unknown][] = [
  ['receipt-odd-status', {}, (hash) => ['eth_getTransactionReceipt', hash], { result: { status: null } }],
  ['receipt-priceless', {}, (hash) => ['eth_getTransactionReceipt', hash], { result: { status: '0x1' } }],
  [
    'receipt-foreign',
    {},
    () => ['eth_getTransactionReceipt', `0x${'1'.repeat(64)}`],
    { result: { transactionHash: `0x${'9'.repeat(64)}` } },
  ],
  [
    'false-far-block',
    {},
    () => ['eth_getTransactionReceipt', `0x${'1'.repeat(64)}`],
    { result: { blockNumber: '0xfffffffffffffff' } },
  ],
  ['other-chain', {}, () => ['eth_getTransactionCount', account.address, 'latest'], { result: '0x8' }],
  ['lagging-head', { lag: 2 }, () => ['eth_blockNumber'], { result: '0x1' }],
  [
    'receipt-late',
    { receiptDelay: 5 },
    (hash) => ['eth_getTransactionReceipt', hash],
    { error: { message: 'transaction indexing is in progress' } },
  ],
  ['receipt-pruned', { receiptBlocks: 1 }, (hash) => ['eth_getTransactionReceipt', hash], { result: null }],
  ['logs-absent', {}, () => ['eth_getLogs', { fromBlock: '0x0', toBlock: '0x3' }], { result: [] }],
  [
    'logs-range',
    { logRange: 2 },
    () => ['eth_getLogs', { fromBlock: '0x0', toBlock: '0x3' }],
    { error: { code: -32_600 } },
  ],
  [
    'logs-timeout',
    {},
    () => ['eth_getLogs', { fromBlock: '0x0', toBlock: '0x3' }],
    { error: { message: 'context deadline exceeded' } },
  ],
  [
    'log-index',
    {},
    () => ['eth_getLogs', { fromBlock: '0x0', toBlock: '0x3' }],
    { result: [{ logIndex: '0x1', blockNumber: '0x1' }] },
  ],
  ['state-pruned', { stateBlocks: 1 }, () => ['eth_getBalance', account.address, '0x1'], { error: { code: -32_000 } }],
  ['nonce-stale', {}, () => ['eth_getTransactionCount', account.address, 'latest'], { result: '0x0' }],
  [
    'pending-unsupported',
    {},
    () => ['eth_getTransactionCount', account.address, 'pending'],
    { error: { code: -32_000 } },
  ],
  ['finalized-unsupported', {}, () => ['eth_getBlockByNumber', 'finalized', false], { error: { code: -32_000 } }],
  ['finalized-limited', {}, () => ['eth_getBlockByNumber', 'finalized', false], { error: { code: -32_005 } }],
  ['genesis-pruned', {}, () => ['eth_getBlockByNumber', '0x0', false], { result: null }],
  [
    'simulate-unsupported',
    {},
    () => ['eth_simulateV1', { blockStateCalls: [] }, 'latest'],
    { error: { code: -32_601 } },
  ],
  ['rate-limited-inside', {}, () => ['eth_blockNumber'], { error: { code: -32_005 } }],
  ['null-result', {}, () => ['eth_blockNumber'], { result: null }],
  ['wrong-id', {}, () => ['eth_blockNumber'], { id: 1_000_001 }],
  ['odd-error', {}, () => ['eth_blockNumber'], { error: {} }],
  ['false-chain-id', {}, () => ['eth_chainId'], { result: '0x1' }],
  ['false-genesis', {}, () => ['eth_getBlockByNumber', '0x0', false], { result: { hash: `0x${'6'.repeat(64)}` } }],
  ['false-fee-zero', {}, () => ['eth_getBlockByNumber', 'latest', false], { result: { baseFeePerGas: '0x0' } }],
  ['false-fee-high', {}, () => ['eth_maxPriorityFeePerGas'], { result: '0xe8d4a51000' }],
  ['false-balance', { falseBalance: 0n }, () => ['eth_getBalance', account.address, 'latest'], { result: '0x0' }],
  [
    'false-refund',
    {},
    () => [
      'eth_getLogs',
      { address: token, topics: [null, null, pad(account.address)], fromBlock: '0x1', toBlock: '0x3' },
    ],
    { result: [{ transactionHash: `0x${'8'.repeat(64)}`, blockNumber: '0x2', data: numberToHex(5n, { size: 32 }) }] },
  ],
  [
    'false-refund',
    {},
    () => ['eth_getTransactionReceipt', `0x${'8'.repeat(64)}`],
    { result: { status: '0x1', blockNumber: '0x2', logs: [{ data: numberToHex(5n, { size: 32 }) }] } },
  ],
  ['false-receipt', {}, () => ['eth_getTransactionReceipt', `0x${'1'.repeat(64)}`], { result: { status: '0x1' } }],
  ['false-revert', {}, () => ['eth_getTransactionReceipt', `0x${'1'.repeat(64)}`], { result: { status: '0x0' } }],
]

it.each(answered)('%s changes an answer, and counts as met', async (kind, limits, question, expected) => {
  open([], limits)
  const hash = await sendAndMine(0, 3)
  open([kind], limits)
  // The same account in another world: its bytes and their hash are the same.
  await chain.submit(await sign(0))
  await mine(3)
  expect(await ask(...question(hash))).toMatchObject(expected as object)
  expect([...network.recordedFaults.keys()]).toEqual([kind])
})

it.each([
  ['rate-limited', 429],
  ['rate-limited-until', 429],
  ['rate-limited-json', 429],
  ['forbidden', 403],
  ['forbidden-json', 403],
  ['unavailable', 503],
  ['html', 200],
  ['empty-body', 200],
  ['garbage', 200],
  ['huge', 200],
] as const)('%s is HTTP %i without an answer', async (kind, status) => {
  open([kind])
  const response = await post({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  expect(response.status).toBe(status)
  expect(response.headers.has('retry-after')).toBe(kind === 'rate-limited-until' || kind === 'rate-limited-json')
  expect(await response.text()).not.toContain('0x1e61')
  expect([...network.recordedFaults.keys()]).toEqual([kind])
})

it.each(['rate-limited-json', 'forbidden-json'] as const)('%s answers each question with an error', async (kind) => {
  open([kind])
  const batch = ['eth_chainId', 'eth_blockNumber'].map((method, id) => ({ jsonrpc: '2.0', id, method }))
  expect(await (await post(batch)).json()).toMatchObject([0, 1].map((id) => ({ id, error: {} })))
})

it('a node refuses a batch if it takes none', async () => {
  open(['batch-refused'])
  expect((await post([{ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }])).status).toBe(500)
  expect(await result('eth_chainId')).toBe('0x1e61')
})

it('a node drops the connection of a batch', async () => {
  open(['batch-dropped'])
  await expect(post([{ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }])).rejects.toThrow('fetch failed')
  expect(await result('eth_chainId')).toBe('0x1e61')
  expect([...network.recordedFaults.keys()]).toEqual(['batch-dropped'])
})

it.each(['dripping', 'silence'] as const)('%s ends only when the caller gives up', async (kind) => {
  open([kind])
  const giveUp = new AbortController()
  const [url = ''] = network.urls
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  const reading = network
    .fetch(url, { method: 'POST', body, signal: giveUp.signal })
    .then((response) => response.text())
  let isOver = false
  const ended = reading.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  expect(await clock.until(() => isOver, 60_000)).toBe(false)
  giveUp.abort()
  await ended
  await expect(reading).rejects.toThrow('Aborted')
  expect([...network.recordedFaults.keys()]).toEqual([kind])
})

describe('a sent transaction', () => {
  it('is answered with its hash and dropped', async () => {
    open(['send-dropped'])
    const { result: hash } = await send(await sign(0))
    await mine(2)
    expect(chain.find(hash as Hash)).toBeNull()
  })

  it('stays on a machine that passes nothing on', async () => {
    open(['send-stuck'])
    const { result: hash } = await send(await sign(0))
    await mine(2)
    expect(chain.find(hash as Hash)).toBeNull()
    expect(await result('eth_getTransactionCount', account.address, 'pending')).toBe('0x1')
    expect((await send(await sign(0))).error?.message).toBe('already known')
  })

  it('is accepted although an error comes back', async () => {
    open(['send-failed'])
    expect((await send(await sign(0))).error).toBeDefined()
    await mine(1)
    expect(chain.head().receipts).toHaveLength(1)
  })

  it('is refused because of its sender', async () => {
    open(['send-refused'])
    expect((await send(await sign(0))).error?.message).toBe('sender or to in black list')
    await mine(1)
    expect(chain.head().receipts).toHaveLength(0)
  })

  it('must pay the node’s minimum tip', async () => {
    open(['tip-floor'])
    expect((await send(await sign(0))).error?.message).toMatch(/gas tip cap 1000000000, minimum needed 2000000000/)
    expect((await send(await sign(0, '2'))).error).toBeUndefined()
  })

  it('is unknown to a machine that it was not sent to', async () => {
    open(['own-pool'])
    await chain.submit(await sign(0))
    expect(await result('eth_getTransactionCount', account.address, 'pending')).toBe('0x0')
    expect([...network.recordedFaults.keys()]).toEqual(['own-pool'])
  })
})

it('a receipt can name a block that lost a reorganisation, and a head can step back', async () => {
  open(['receipt-orphaned', 'head-back'])
  const hash = await sendAndMine(0, 2)
  const blockHash = chain.find(hash)?.block.hash
  chain.reorg(2, true)
  expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({ blockHash: blockHash })
  await mine(3)
  for (let question = 0; question < 20; question++) await ask('eth_blockNumber')
  expect([...network.recordedFaults.keys()].sort()).toEqual(['head-back', 'receipt-orphaned'])
})

it('too many logs are refused with a range that would work', async () => {
  open(['logs-too-many'])
  await sendAndMine(0, 6)
  expect((await ask('eth_getLogs', { fromBlock: '0x0', toBlock: '0x6' })).error?.message).toBe(
    'query returned more than 10000 results. Try with this block range [0x0, 0x3].',
  )
  expect(await result('eth_getLogs', { fromBlock: '0x0', toBlock: '0x3' })).toHaveLength(1)
})

it('drawn networks have every fault, and lies from one node of three at most', () => {
  const drawn = Array.from({ length: 3_000 }, (_, seed) => {
    const random = createRandom(seed)
    return withEscrowLie(random, drawNetwork(random, SIM_START))
  })
  const kinds = new Set(drawn.flatMap(({ episodes }) => episodes.map(({ kind }) => kind)))
  const natural = ['already-known', 'replacement-refused', 'nonce-gap-refused', 'no-pool']
  expect(nodeFaults.filter((kind) => !kinds.has(kind))).toEqual(natural)
  for (const { nodes, episodes } of drawn) {
    const liars = new Set(episodes.filter(({ kind }) => kind.startsWith('false-')).map(({ node }) => node))
    expect(liars.size * 3).toBeLessThanOrEqual(nodes.length)
  }
})
