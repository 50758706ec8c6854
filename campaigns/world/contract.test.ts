import { encodeFunctionData, keccak256, parseAbi, parseGwei, type Address, type Hash, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, it } from 'vitest'
import type { Chain } from '../../src/main/chain/chain.ts'
import { openChain } from '../../src/main/chain/open-chain.ts'
import { openSandbox, type SandboxControls } from '../../src/testing/purchases/sandbox-controls.ts'
import { createSimClock } from './clock.ts'
import { createRandom } from './random.ts'
import { openRpcNetwork } from './rpc/open-rpc-network.ts'
import { soundNode } from './rpc/sound-node.ts'
import { createSimChain } from './sim-chain.ts'

/** A chain and its controls. Blocks come only on request. */
interface World {
  /** Asks the chain as Till does. */
  ask<T>(question: (chain: Chain) => Promise<T>): Promise<T>
  mine(blocks: number): Promise<void>
  reorg(depth: number, resend: boolean): Promise<void>
}

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function pay(address token, uint256 amount, uint256 quoteId)',
])
const account = privateKeyToAccount(generatePrivateKey())
const FIVE = 5_000_000n
let sandbox: SandboxControls
let worlds: { readonly anvil: World; readonly sim: World }
let usdc: Address
let usdt: Address
let router: Address
let treasury: Address
let chainId: number

beforeAll(async () => {
  sandbox = await openSandbox()
  const network = sandbox.network('meadow')
  const token = (key: string): Address => network.tokens.find((one) => one.key === key)?.address as Address
  ;[usdc, usdt, treasury, chainId] = [token('usdc'), token('usdt'), sandbox.treasury('meadow'), network.chainId]
  router = network.protocolContracts.fulfillableRouterProxy as Address
  await sandbox.faucet(account.address)
  worlds = { anvil: await openAnvil(), sim: await openSim() }
})

async function openAnvil(): Promise<World> {
  const act = (action: object): Promise<unknown> => sandbox.control('chains/meadow', action)
  const chain = openChain({
    chainId,
    rpcUrls: [sandbox.rpcUrl('meadow')],
    finalityDepth: undefined,
    monotonic: aMinuteOn(),
  })
  await act({ action: 'pause-mining' })
  await act({ action: 'mine', blocks: 5 })
  return {
    ask: (question) => question(chain),
    mine: async (blocks) => void (await act({ action: 'mine', blocks })),
    reorg: async (depth, resend) => void (await act({ action: 'reorg', depth, resend })),
  }
}

/** Returns a clock that advances a minute per reading, so that each question gets a tick of its own. */
function aMinuteOn(): () => number {
  let now = 0
  return () => (now += 60_000)
}

async function openSim(): Promise<World> {
  const clock = createSimClock()
  const tokens = [
    { address: usdc, symbol: 'USDC', decimals: 6, zeroFirst: false },
    { address: usdt, symbol: 'USDT', decimals: 6, zeroFirst: true },
  ]
  const chain = createSimChain(clock, chainId, { tokens, router, treasury }, 2)
  chain.give(account.address, 10n ** 18n, 500_000_000n)
  const network = openRpcNetwork({
    clock,
    chain,
    account: account.address,
    random: createRandom(1),
    nodes: [soundNode],
    episodes: [],
    delay: () => 1,
  })
  const view = openChain({
    chainId,
    rpcUrls: network.urls,
    finalityDepth: undefined,
    fetch: network.fetch,
    timer: clock.timer,
    monotonic: aMinuteOn(),
  })
  const mine = async (blocks: number): Promise<void> => {
    chain.pause(false)
    await clock.until(() => false, blocks * 1000)
    chain.head()
    chain.pause(true)
  }
  await mine(5)
  return {
    async ask(question) {
      let done = false
      const answer = question(view).finally(() => (done = true))
      // The caller awaits the answer; this only advances the clock until there is one.
      answer.catch(() => undefined)
      await clock.until(() => done, 100)
      return answer
    },
    mine,
    reorg: async (depth, resend) => chain.reorg(depth, !resend),
  }
}

interface Sent {
  readonly raw: Hex
  readonly hash: Hash
}
const sent = new Map<string, Sent>()

/** Both chains get the same bytes. */
async function sign(name: string, nonce: number, to: Address, data: Hex, tip = '1', gas = 200_000n): Promise<Sent> {
  const known = sent.get(name)
  if (known) return known
  const fees = { maxFeePerGas: parseGwei('40') * BigInt(tip), maxPriorityFeePerGas: parseGwei(tip) }
  const raw = await account.signTransaction({ type: 'eip1559', chainId, nonce, to, data, gas, ...fees })
  const one = { raw, hash: keccak256(raw) }
  sent.set(name, one)
  return one
}

type Step = readonly [name: string, act: (world: World, base: bigint) => Promise<unknown>]

const call = {
  transfer: (units: bigint): Hex => encodeFunctionData({ abi, functionName: 'transfer', args: [treasury, units] }),
  approve: (units: bigint): Hex => encodeFunctionData({ abi, functionName: 'approve', args: [router, units] }),
  pay: (token: Address, units: bigint): Hex =>
    encodeFunctionData({ abi, functionName: 'pay', args: [token, units, 1n] }),
}
const me = account.address

/** Whether a node accepts the bytes; the wording of a refusal may differ. */
const send = (name: string, ...about: [number, () => Address, () => Hex, string?, bigint?]): Step => [
  `send ${name}`,
  async (world) => {
    const [nonce, to, data, tip, gas] = about
    const { raw } = await sign(name, nonce, to(), data(), tip, gas)
    return world
      .ask((chain) => chain.send(raw))
      .then(
        () => 'accepted',
        () => 'refused',
      )
  },
]
const sendAgain = (name: string): Step => [
  `send ${name} again`,
  async (world) => {
    const raw = sent.get(name)?.raw ?? '0x'
    return world
      .ask((chain) => chain.send(raw))
      .then(
        () => 'accepted',
        () => 'refused',
      )
  },
]
const mine = (blocks: number): Step => [`mine ${blocks}`, (world) => world.mine(blocks)]
const reorg = (depth: number, resend: boolean): Step => [
  `reorg ${depth}${resend ? ' and send again' : ''}`,
  (world) => world.reorg(depth, resend),
]
const receipt = (name: string): Step => [
  `receipt of ${name}`,
  async (world, base) => {
    const found = await world.ask((chain) => chain.receipt(sent.get(name)?.hash ?? '0x'))
    return found && { succeeded: found.succeeded, block: found.blockNumber - base, hasFee: (found.fee ?? 0n) > 0n }
  },
]
const nonces: Step = [
  'nonces',
  async (world, base) => {
    const pending = await world.ask((chain) => chain.pendingNonce(me))
    const highest = await world.ask((chain) => chain.highestNonce(me))
    const { nonce, at } = await world.ask((chain) => chain.minedNonce(me))
    return { pending, highest, mined: nonce, at: at.number - base }
  },
]
const heights: Step = [
  'heights',
  async (world, base) => {
    const [head, finalized] = [await world.ask((chain) => chain.head()), await world.ask((chain) => chain.finalized())]
    return { head: head - base, finalized: finalized - base }
  },
]
const holdings: Step = [
  'holdings',
  async (world) => ({
    usdc: await world.ask((chain) => chain.tokenBalance(usdc, me)),
    usdt: await world.ask((chain) => chain.tokenBalance(usdt, me)),
    allowed: await world.ask((chain) => chain.allowance(usdt, me, router)),
  }),
]
const finality = (name: string): Step => [
  `finality of ${name}`,
  async (world) => {
    const hash = sent.get(name)?.hash ?? '0x'
    const found = await world.ask((chain) => chain.receipt(hash))
    if (!found) return null
    return world.ask((chain) => chain.blockStatus({ number: found.blockNumber, hash: found.blockHash }))
  },
]
const simulate = (name: string, calls: () => { to: Address; data: Hex }[]): Step => [
  `simulate ${name}`,
  (world) =>
    world.ask((chain) =>
      chain.simulate(
        me,
        calls().map((one) => ({ ...one, value: 0n })),
        [usdc, usdt],
      ),
    ),
]
const estimate = (name: string, to: () => Address, data: () => Hex): Step => [
  `estimate ${name}`,
  async (world) => (await world.ask((chain) => chain.estimateGas(me, { to: to(), data: data(), value: 0n }))) !== null,
]

const story: readonly Step[] = [
  heights,
  nonces,
  holdings,
  ['facts', (world) => world.ask((chain) => chain.tokenFacts(usdt))],
  simulate('a transfer', () => [{ to: usdc, data: call.transfer(FIVE) }]),
  simulate('too large a transfer', () => [{ to: usdc, data: call.transfer(10n ** 12n) }]),
  estimate(
    'a transfer',
    () => usdc,
    () => call.transfer(FIVE),
  ),
  estimate(
    'too large a transfer',
    () => usdc,
    () => call.transfer(10n ** 12n),
  ),
  // A transfer, from the pool to finality.
  send(
    'a transfer',
    0,
    () => usdc,
    () => call.transfer(FIVE),
  ),
  sendAgain('a transfer'),
  receipt('a transfer'),
  nonces,
  mine(1),
  receipt('a transfer'),
  finality('a transfer'),
  nonces,
  holdings,
  sendAgain('a transfer'),
  mine(2),
  finality('a transfer'),
  heights,
  // A router payment: an allowance, a change of it through zero, and the payment.
  estimate(
    'a payment without allowance',
    () => router,
    () => call.pay(usdt, FIVE),
  ),
  send(
    'approve',
    1,
    () => usdt,
    () => call.approve(FIVE),
  ),
  mine(1),
  holdings,
  estimate(
    'another allowance',
    () => usdt,
    () => call.approve(2n * FIVE),
  ),
  estimate(
    'no allowance',
    () => usdt,
    () => call.approve(0n),
  ),
  simulate('zero, approve, pay', () => [
    { to: usdt, data: call.approve(0n) },
    { to: usdt, data: call.approve(2n * FIVE) },
    { to: router, data: call.pay(usdt, 2n * FIVE) },
  ]),
  send(
    'approve without zero',
    2,
    () => usdt,
    () => call.approve(2n * FIVE),
  ),
  mine(1),
  receipt('approve without zero'),
  holdings,
  nonces,
  send(
    'zero',
    3,
    () => usdt,
    () => call.approve(0n),
  ),
  send(
    'approve more',
    4,
    () => usdt,
    () => call.approve(2n * FIVE),
  ),
  send(
    'pay',
    5,
    () => router,
    () => call.pay(usdt, 2n * FIVE),
  ),
  nonces,
  mine(1),
  receipt('zero'),
  receipt('approve more'),
  receipt('pay'),
  holdings,
  nonces,
  // A missing nonce, and a replacement.
  send(
    'late',
    7,
    () => usdc,
    () => call.transfer(FIVE),
  ),
  nonces,
  mine(1),
  receipt('late'),
  send(
    'cheap',
    6,
    () => usdc,
    () => call.transfer(1n),
  ),
  send(
    'hardly dearer',
    6,
    () => usdc,
    () => call.transfer(2n),
    '1',
    199_999n,
  ),
  nonces,
  send(
    'dearer',
    6,
    () => usdc,
    () => call.transfer(3n),
    '2',
  ),
  nonces,
  mine(1),
  receipt('cheap'),
  receipt('dearer'),
  receipt('late'),
  nonces,
  holdings,
  send(
    'too late',
    6,
    () => usdc,
    () => call.transfer(4n),
    '3',
  ),
  mine(1),
  receipt('too late'),
  nonces,
  // A reorganisation, with the transaction mined again or not.
  send(
    'reorged',
    8,
    () => usdc,
    () => call.transfer(FIVE),
  ),
  mine(1),
  receipt('reorged'),
  reorg(1, true),
  receipt('reorged'),
  nonces,
  holdings,
  mine(1),
  receipt('reorged'),
  nonces,
  holdings,
  reorg(1, false),
  receipt('reorged'),
  nonces,
  mine(1),
  receipt('reorged'),
  nonces,
  heights,
  sendAgain('reorged'),
  mine(1),
  receipt('reorged'),
  holdings,
]

it('the simulated chain answers like a real one', { timeout: 60_000 }, async () => {
  const answers: Record<'anvil' | 'sim', string[]> = { anvil: [], sim: [] }
  for (const which of ['anvil', 'sim'] as const) {
    const world = worlds[which]
    const base = await world.ask((chain) => chain.head())
    for (const [name, act] of story) {
      const answer = JSON.stringify(await act(world, base), (_, value: unknown) =>
        typeof value === 'bigint' ? `${value}n` : value,
      )
      answers[which].push(`${name}: ${answer}`)
    }
  }
  expect(answers.sim).toEqual(answers.anvil)
})
