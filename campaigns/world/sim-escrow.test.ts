import {
  decodeEventLog,
  decodeFunctionResult,
  encodeFunctionData,
  parseAbi,
  parseGwei,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../src/testing/purchases/context.ts'
import { openEscrow, type EscrowContracts } from '../../src/testing/purchases/escrow.ts'
import { startOwnSandbox } from '../../src/testing/purchases/sandbox-controls.ts'
import { createSimClock } from './clock.ts'
import { createRandom } from './random.ts'
import { openRpcNetwork } from './rpc/open-rpc-network.ts'
import { soundNode } from './rpc/sound-node.ts'
import { createSimChain } from './sim-chain.ts'
import { escrowViews, routerAbi } from './sim-escrow-abi.ts'
import type { Generation } from './sim-escrow-books.ts'
import { createOperator, type Outcome } from './sim-operator.ts'

/** A chain with an escrow. Transactions are mined before their call returns. */
interface World {
  rpc(method: string, params: readonly unknown[]): Promise<unknown>
  /** Waits until a block contains a transaction. */
  mine(hash: Hash): Promise<void>
  decide(id: bigint, outcome: Outcome): Promise<Hash>
  pause(yes: boolean): Promise<Hash>
  upgrade(generation: Generation): Promise<unknown>
}

const account = privateKeyToAccount(generatePrivateKey())
const me = account.address
const otherAddress: Address = `0x${'be'.repeat(20)}`
const SERVICE = 7n
const [REF, UNITS] = ['a1b2c3', 10_000_001n]
/** The amount with 1.5 % for the service and 0.3 % for the token, each rounded up. */
const TOTAL = UNITS + 150_001n + 30_001n
const tokenAbi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function balanceOf(address owner) view returns (uint256)',
])
const operatorAbi = parseAbi([
  'struct FulfillmentResult { uint256 id; string externalID; string receiptURI; uint8 status; }',
  'function registerERC20Fulfillment(uint256 serviceID, FulfillmentResult result)',
  'function putService(uint256 serviceID, address beneficiary, address fulfiller, uint16 feeBps)',
  'function addRef(uint256 serviceID, string ref)',
  'function putToken(address token, bool isTaken, uint16 swapFeeBps)',
  'function pause(bool isPaused)',
  'function upgradeTo(address implementation)',
])

let sandbox: TestSandbox
let contracts: EscrowContracts
let worlds: { readonly anvil: World; readonly sim: World }
let [usdc, dai, chainId]: [Address, Address, number] = ['0x', '0x', 0]
const at = (name: string): Address => contracts[name] ?? '0x'
const router = (): Address => at('BandoRouterProxy')
const vault = (): Address => at('BandoERC20FulfillableProxy')

beforeAll(async () => {
  // It changes the escrow's contracts.
  sandbox = await openTestSandbox(startOwnSandbox())
  const { tokens, chainId: id } = sandbox.network('meadow')
  const token = (key: string): Address => tokens.find((one) => one.key === key)?.address as Address
  ;[usdc, dai, chainId] = [token('usdc'), token('usdt'), id]
  contracts = await openEscrow(sandbox, { escrow: '1' })
  await sandbox.faucet(me)
  worlds = { anvil: await openAnvil(), sim: openSim() }
}, 60_000)
afterAll(() => sandbox?.stop())

async function openAnvil(): Promise<World> {
  const code = { '1': contracts, '1.1': await openEscrow(sandbox, { escrow: '1.1' }) }
  const client = sandbox.rpc('meadow')
  const rpc: World['rpc'] = (method, params) => client.request({ method, params } as never)
  const mine = async (hash: Hash): Promise<void> =>
    void (await client.waitForTransactionReceipt({ hash, pollingInterval: 50 }))
  const owner = sandbox.treasury('meadow')
  async function operate(to: Address, functionName: string, args: readonly unknown[]): Promise<Hash> {
    await rpc('anvil_impersonateAccount', [owner])
    const data = encodeFunctionData({ abi: operatorAbi, functionName, args } as never)
    const hash = (await rpc('eth_sendTransaction', [{ to, data, from: owner, gas: '0x100000' }])) as Hash
    await rpc('anvil_stopImpersonatingAccount', [owner])
    await mine(hash)
    return hash
  }
  await operate(at('FulfillableRegistryProxy'), 'putService', [SERVICE, owner, owner, 150])
  await operate(at('FulfillableRegistryProxy'), 'addRef', [SERVICE, REF])
  await operate(at('ERC20TokenRegistryProxy'), 'putToken', [usdc, true, 30])
  return {
    rpc,
    mine,
    pause: (yes) => operate(router(), 'pause', [yes]),
    decide(id, outcome) {
      const result = { id, externalID: '', receiptURI: '', status: outcome === 'failed' ? 0 : 1 }
      return operate(at('BandoFulfillmentManagerProxy'), 'registerERC20Fulfillment', [SERVICE, result])
    },
    async upgrade(generation) {
      for (const part of ['BandoRouter', 'BandoERC20Fulfillable', 'BandoFulfillmentManager']) {
        await operate(at(`${part}Proxy`), 'upgradeTo', [code[generation][part]])
      }
    },
  }
}

function openSim(): World {
  const clock = createSimClock()
  const owner = sandbox.treasury('meadow')
  const tokens = [usdc, dai].map((address) => ({ address, symbol: 'USDC', decimals: 6, zeroFirst: false }))
  const escrow = {
    router: router(),
    vault: vault(),
    registry: at('FulfillableRegistryProxy'),
    tokenRegistry: at('ERC20TokenRegistryProxy'),
    services: [{ id: SERVICE, feeBps: 150, fulfiller: owner, references: [REF] }],
    tokenFees: [{ token: usdc, bps: 30 }],
  }
  const chain = createSimChain(clock, chainId, { tokens, router: otherAddress, treasury: owner, escrow }, 2)
  chain.give(me, 10n ** 18n, 500_000_000n)
  const network = openRpcNetwork({
    clock,
    chain,
    account: me,
    random: createRandom(1),
    nodes: [soundNode],
    episodes: [],
    delay: () => 1,
  })
  const operator = createOperator(clock, chain)
  const mine = async (hash: Hash): Promise<void> => void (await clock.until(() => chain.find(hash) !== null, 5_000))
  operator.upgrade('1')
  const mined = async (hash: Hash): Promise<Hash> => (await mine(hash), hash)
  return {
    async rpc(method, params) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answers: { readonly result?: unknown; readonly error?: object }[] = []
      const reply = network.fetch(network.urls[0] ?? '', { method: 'POST', body })
      void reply.then(async (response) => answers.push((await response.json()) as (typeof answers)[number]))
      await clock.until(() => answers.length > 0, 1_000)
      const [answer] = answers
      if (answer === undefined || answer.error) throw new Error('Refused')
      return answer.result
    },
    mine,
    decide: (id, outcome) => mined(operator.decide(id, outcome)),
    pause: (yes) => mined(operator.pause(yes)),
    upgrade: (generation) => mined(operator.upgrade(generation)),
  }
}

type Step = readonly [name: string, act: (world: World) => Promise<unknown>]
type ViewName = Exclude<(typeof escrowViews)[number], { type: 'event' }>['name']

/** Returns the result of a view, without a record's time of entry: the two chains have different clocks. */
const view = (to: () => Address, functionName: ViewName, args: () => readonly unknown[]): Step => [
  `view ${functionName}`,
  async ({ rpc }) => {
    const data = encodeFunctionData({ abi: escrowViews, functionName, args: args() } as never)
    const answer = (await rpc('eth_call', [{ to: to(), data }, 'latest']).catch(() => null)) as Hex | null
    return answer && withoutTime(decodeFunctionResult({ abi: escrowViews, functionName, data: answer } as never))
  },
]

function withoutTime(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'entryTime' in value ? { ...value, entryTime: 0n } : value
}

interface Call {
  readonly to: Address
  readonly data: Hex
}
const approve = (): Call => ({
  to: usdc,
  data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [router(), 10n * TOTAL] }),
})
const pay =
  (changes: object = {}, serviceId = SERVICE) =>
  (): Call => {
    const request = { payer: me, fiatAmount: 500n, serviceRef: REF, token: usdc, tokenAmount: UNITS, ...changes }
    const functionName = 'requestERC20Service'
    return { to: router(), data: encodeFunctionData({ abi: routerAbi, functionName, args: [serviceId, request] }) }
  }
const withdraw =
  (...args: readonly unknown[]) =>
  (): Call => {
    const known = args.length === 0 ? [SERVICE, usdc, me] : args
    return {
      to: router(),
      data: encodeFunctionData({ abi: routerAbi, functionName: 'withdrawERC20Refund', args: known } as never),
    }
  }

/** Returns whether a call would succeed. */
const attempt = (name: string, call: () => Call, from = me): Step => [
  `try ${name}`,
  ({ rpc }) =>
    rpc('eth_estimateGas', [{ ...call(), from }]).then(
      () => 'goes through',
      () => 'reverts',
    ),
]

/** Returns the effects of a transaction of the wallet. */
const send = (name: string, call: () => Call): Step => [
  `send ${name}`,
  async (world) => {
    const nonce = Number(await world.rpc('eth_getTransactionCount', [me, 'latest']))
    const fees = { maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: parseGwei('1') }
    const raw = await account.signTransaction({ type: 'eip1559', chainId, nonce, gas: 900_000n, ...fees, ...call() })
    const hash = (await world.rpc('eth_sendRawTransaction', [raw])) as Hash
    await world.mine(hash)
    return left(world, hash)
  },
]

interface Left {
  readonly status: Hex
  readonly logs: readonly { readonly address: Address; readonly topics: [Hex, ...Hex[]]; readonly data: Hex }[]
}

async function left({ rpc }: World, hash: Hash): Promise<unknown> {
  const { status, logs } = (await rpc('eth_getTransactionReceipt', [hash])) as Left
  // The manager's logs concern no payer.
  const known = logs.filter(({ address }) =>
    [usdc, vault(), router()].some((one) => one.toLowerCase() === address.toLowerCase()),
  )
  return {
    status,
    logs: known.map(({ address, topics, data }) => [
      address.toLowerCase(),
      topics,
      isDeposit(topics) ? decodeDeposit(data, topics) : data,
    ]),
  }
}

const depositAbi = parseAbi([
  'struct EscrowRecord { uint256 id; string serviceRef; address fulfiller; address token; string externalID; address payer; uint256 tokenAmount; uint256 feeAmount; uint256 fiatAmount; uint256 entryTime; string receiptURI; uint8 status; }',
  'event ERC20DepositReceived(EscrowRecord record)',
])
const isDeposit = ([topic]: readonly Hex[]): boolean =>
  topic === '0xfe31e11aad0d4767904c798dd8326e02ff3f34ade391dc074800a8b71d34a7ec'
const decodeDeposit = (data: Hex, topics: [Hex, ...Hex[]]): unknown =>
  withoutTime(decodeEventLog({ abi: depositAbi, data, topics }).args.record)

const decide = (id: bigint, outcome: Outcome): Step => [
  `decide ${id} ${outcome}`,
  async (world) => left(world, await world.decide(id, outcome)),
]
const pause = (yes: boolean): Step => [`pause ${yes}`, async (world) => void (await world.pause(yes))]
const books = (id: bigint): Step[] => [
  view(vault, 'record', () => [id]),
  view(vault, 'recordsOf', () => [me]),
  view(vault, 'getERC20DepositsFor', () => [usdc, me, SERVICE]),
  view(vault, 'getERC20RefundsFor', () => [usdc, me, SERVICE]),
  [
    'balance',
    ({ rpc }) =>
      rpc('eth_call', [
        { to: usdc, data: encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [me] }) },
        'latest',
      ]),
  ],
]
const registry = (): Address => at('FulfillableRegistryProxy')
const tokens = (): Address => at('ERC20TokenRegistryProxy')

const story: readonly Step[] = [
  view(registry, 'getService', () => [SERVICE]),
  view(registry, 'getService', () => [8n]),
  view(registry, 'isRefValid', () => [SERVICE, REF]),
  view(registry, 'isRefValid', () => [SERVICE, 'other']),
  view(tokens, 'isTokenWhitelisted', () => [usdc]),
  view(tokens, 'isTokenWhitelisted', () => [dai]),
  view(tokens, '_swapFeeBasisPoints', () => [usdc]),
  view(tokens, '_swapFeeBasisPoints', () => [dai]),
  // A view that the contract does not know.
  view(tokens, 'record', () => [1n]),
  ...books(1n),
  attempt('to pay without an allowance', pay()),
  send('an allowance', approve),
  attempt('to pay', pay()),
  attempt('to pay for somebody else', pay({ payer: otherAddress })),
  attempt('to pay nothing', pay({ tokenAmount: 0n })),
  attempt('to pay for nothing', pay({ fiatAmount: 0n })),
  attempt('to pay for an unknown reference', pay({ serviceRef: 'other' })),
  attempt('to pay an unknown service', pay({}, 8n)),
  attempt('to pay in another token', () => pay({ token: dai })()),
  attempt('to pay more than is allowed', pay({ tokenAmount: 20n * UNITS })),
  pause(true),
  attempt('to pay while it is paused', pay()),
  send('a payment while it is paused', pay()),
  pause(false),
  send('a payment', pay()),
  ...books(1n),
  attempt('to withdraw before it is decided', withdraw()),
  decide(1n, 'failed'),
  decide(1n, 'success'),
  decide(9n, 'failed'),
  ...books(1n),
  attempt('to withdraw for somebody else', () => withdraw(SERVICE, usdc, otherAddress)()),
  attempt('to withdraw somebody else’s', withdraw(), otherAddress),
  attempt('to withdraw from another service', () => withdraw(8n, usdc, me)()),
  attempt('to withdraw by record', withdraw(SERVICE, 1n)),
  pause(true),
  send('a withdrawal while it is paused', withdraw()),
  pause(false),
  ...books(1n),
  send('a withdrawal of nothing', withdraw()),
  // The older code refuses two refunds at once.
  send('a second payment', pay()),
  send('a third payment', pay()),
  decide(2n, 'failed'),
  decide(3n, 'failed'),
  ...books(3n),
  send('a withdrawal', withdraw()),
  decide(3n, 'failed'),
  ['upgrade', async (world) => void (await world.upgrade('1.1'))],
  attempt('to withdraw a sum', withdraw()),
  attempt('to withdraw under another service', withdraw(8n, 3n)),
  attempt('to withdraw somebody else’s record', withdraw(SERVICE, 3n), otherAddress),
  attempt('to withdraw what is not there', withdraw(SERVICE, 9n)),
  send('a withdrawal by record', withdraw(SERVICE, 3n)),
  ...books(3n),
  send('a fourth payment', pay()),
  send('a fifth payment', pay()),
  send('a sixth payment', pay()),
  decide(4n, 'failed'),
  decide(5n, 'failed'),
  decide(6n, 'success'),
  send('a withdrawal of the fourth', withdraw(SERVICE, 4n)),
  send('a withdrawal of what was delivered', withdraw(SERVICE, 6n)),
  ...books(6n),
  send('a withdrawal of the fifth, whose money is gone', withdraw(SERVICE, 5n)),
  ...books(5n),
]

it('the simulated escrow answers like its contracts', { timeout: 120_000 }, async () => {
  const answers: Record<'anvil' | 'sim', string[]> = { anvil: [], sim: [] }
  for (const which of ['anvil', 'sim'] as const) {
    for (const [name, act] of story) {
      const answer = JSON.stringify(await act(worlds[which]), (_, value: unknown) =>
        typeof value === 'bigint' ? `${value}n` : value,
      )
      answers[which].push(`${name}: ${answer}`)
    }
  }
  expect(answers.sim).toEqual(answers.anvil)
})
