import { encodeFunctionData, erc20Abi, parseGwei, type Address, type Hash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSimClock, type SimClock } from '../clock.ts'
import { createRandom } from '../random.ts'
import { createSimChain } from '../sim-chain.ts'
import { drawRealNetwork, realNodeFaults } from './draw-real-network.ts'
import type { Episode, NodeFault } from './node-faults.ts'
import { openRealNetwork, type RealNetwork } from './open-real-network.ts'
import { openRpcNetwork, type RpcNetwork } from './open-rpc-network.ts'
import { soundNode } from './sound-node.ts'

const account = privateKeyToAccount(generatePrivateKey())
const address = (digit: string): Address => `0x${digit.repeat(40)}`
const contracts = {
  tokens: [{ address: address('a'), symbol: 'USDC', decimals: 6, zeroFirst: false }],
  router: address('c'),
  treasury: address('d'),
}
const CHAIN_ID = 7_777

let clock: SimClock
let real: RpcNetwork
beforeEach(() => {
  clock = createSimClock()
  const chain = createSimChain(clock, CHAIN_ID, contracts, 2, { hasPool: true })
  chain.give(account.address, 10n ** 18n, 1_000n)
  const random = createRandom(1)
  const nodes = [soundNode]
  real = openRpcNetwork({ clock, chain, account: account.address, random, nodes, episodes: [], delay: () => 1 })
})

/** Opens one address that has `kinds` in its first exchanges. */
function open(kinds: readonly NodeFault[], exchanges = Infinity): RealNetwork {
  const [url = ''] = real.urls
  const episodes = kinds.map((kind): Episode => ({ kind, node: 0, backend: null, from: 0, until: exchanges, share: 1 }))
  const network = openRealNetwork({
    url,
    chainId: CHAIN_ID,
    random: createRandom(1),
    timer: clock.timer,
    fetch: real.fetch,
    episodes,
    nodes: [{ client: 'geth', lag: 2, receiptDelay: 5 }],
  })
  network.begin()
  return network
}

async function turn<T>(work: Promise<T>): Promise<T> {
  let done = false
  const end = (): void => void (done = true)
  work.then(end, end)
  await clock.until(() => done, 10_000)
  return work
}

function post(network: RealNetwork, body: object, signal?: AbortSignal): Promise<Response> {
  const [url = ''] = network.urls
  return turn(network.fetch(url, { method: 'POST', body: JSON.stringify(body), ...(signal && { signal }) }))
}

async function ask(network: RealNetwork, method: string, ...params: unknown[]): Promise<unknown> {
  return (await post(network, { jsonrpc: '2.0', id: 1, method, params })).json()
}

async function sign(): Promise<string> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [contracts.treasury, 5n] })
  const fees = { maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: parseGwei('1') }
  const call = { to: address('a'), data, gas: 60_000n, ...fees }
  return account.signTransaction({ type: 'eip1559', chainId: CHAIN_ID, nonce: 0, ...call })
}

const mine = (blocks: number): Promise<boolean> => clock.until(() => false, blocks * 1_000)

/** Sends one payment to a sound address and mines some blocks. */
async function payAndMine(blocks: number): Promise<Hash> {
  const { result } = (await ask(open([]), 'eth_sendRawTransaction', await sign())) as { result: Hash }
  await mine(blocks)
  return result
}

const everything = { fromBlock: '0x0', toBlock: 'latest' }

/** The question, three blocks after one payment was sent, and the altered answer. */
const altered: readonly [NodeFault, (hash: Hash) => [string, ...unknown[]], object][] = [
  ['lagging-head', () => ['eth_blockNumber'], { result: '0x1' }],
  ['receipt-late', (hash) => ['eth_getTransactionReceipt', hash], { result: null }],
  ['receipt-late', (hash) => ['eth_getTransactionByHash', hash], { result: null }],
  ['logs-absent', () => ['eth_getLogs', everything], { result: [] }],
  ['finalized-unsupported', () => ['eth_getBlockByNumber', 'finalized', false], { error: { code: -32_000 } }],
  ['simulate-unsupported', () => ['eth_simulateV1', { blockStateCalls: [] }, 'latest'], { error: { code: -32_601 } }],
  ['rate-limited-inside', () => ['eth_blockNumber'], { error: { code: -32_005 } }],
  ['null-result', () => ['eth_blockNumber'], { result: null }],
  ['wrong-id', () => ['eth_blockNumber'], { id: 1_000_001 }],
  ['odd-error', () => ['eth_blockNumber'], { error: {} }],
]

it.each(altered)('%s changes an answer while it lasts', async (kind, question, expected) => {
  const questions = question(await payAndMine(3))
  const truth = await ask(open([]), ...questions)
  expect(truth).not.toMatchObject(expected)
  const network = open([kind], 1)
  expect(await ask(network, ...questions)).toMatchObject(expected)
  expect([...network.recordedFaults.keys()]).toEqual([kind])
  expect(await ask(network, ...questions)).toEqual(truth)
})

it.each([
  ['send-failed', 'timeout: the sequencer did not answer'],
  ['already-known', 'already known'],
] as const)('%s passes the bytes on, and answers otherwise', async (kind, message) => {
  const network = open([kind])
  expect(await ask(network, 'eth_sendRawTransaction', await sign())).toMatchObject({ error: { message } })
  await mine(1)
  expect(await ask(network, 'eth_getTransactionCount', account.address, 'latest')).toMatchObject({ result: '0x1' })
  expect([...network.recordedFaults.keys()]).toEqual([kind])
})

describe('an address that is two blocks behind', () => {
  it.each([
    ['a nonce', ['eth_getTransactionCount', account.address, 'latest'], { result: '0x0' }],
    ['a pending nonce', ['eth_getTransactionCount', account.address, 'pending'], { result: '0x0' }],
    ['a newer block', ['eth_getBlockByNumber', '0x2', false], { result: null }],
    [
      'the state of a newer block',
      ['eth_getBalance', account.address, '0x2'],
      { error: { message: 'header not found' } },
    ],
    ['the final block', ['eth_getBlockByNumber', 'finalized', false], { result: { number: '0x0' } }],
    ['logs', ['eth_getLogs', everything], { result: [] }],
  ] as const)('does not know %s', async (_, [method, ...params], expected) => {
    await mine(1)
    const hash = await payAndMine(2)
    const network = open(['lagging-head'])
    expect(await ask(open([]), method, ...params)).not.toMatchObject(expected)
    expect(await ask(network, 'eth_getTransactionReceipt', hash)).toMatchObject({ result: null })
    expect(await ask(network, method, ...params)).toMatchObject(expected)
  })
})

it.each([
  ['rate-limited', 429],
  ['rate-limited-until', 429],
  ['forbidden', 403],
  ['unavailable', 503],
  ['html', 200],
  ['empty-body', 200],
  ['garbage', 200],
  ['huge', 200],
] as const)('%s is HTTP %i without an answer', async (kind, status) => {
  const network = open([kind])
  const response = await post(network, { jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  expect([response.status, (await response.text()).includes('0x1e61')]).toEqual([status, false])
})

it.each(['dripping', 'silence'] as const)('%s ends only when the caller gives up', async (kind) => {
  const network = open([kind])
  const giveUp = new AbortController()
  const [url = ''] = network.urls
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  const reading = network.fetch(url, { method: 'POST', body, signal: giveUp.signal }).then((one) => one.text())
  let isOver = false
  const end = (): void => void (isOver = true)
  reading.then(end, end)
  expect(await clock.until(() => isOver, 60_000)).toBe(false)
  giveUp.abort()
  await expect(reading).rejects.toThrow('Aborted')
})

it('an address refuses a batch if it takes none, and answers it in order otherwise', async () => {
  const batch = ['eth_chainId', 'eth_blockNumber'].map((method, id) => ({ jsonrpc: '2.0', id, method }))
  expect((await post(open(['batch-refused']), batch)).status).toBe(500)
  expect(await (await post(open([]), batch)).json()).toMatchObject([{ id: 0, result: '0x1e61' }, { id: 1 }])
})

it('the same seed draws the same faults, and every kind is drawn', () => {
  const draw = (seed: number): object => drawRealNetwork(createRandom(seed))
  expect(draw(7)).toEqual(draw(7))
  const kinds = Array.from({ length: 50 }, (_, seed) => drawRealNetwork(createRandom(seed)).episodes).flat()
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(realNodeFaults))
})
