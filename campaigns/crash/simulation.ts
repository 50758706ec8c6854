import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { parseGwei, type Address, type Hash } from 'viem'
import type { FeeAction } from '../../src/shared/transactions/views.ts'
import type { TransactionPage } from '../../src/main/service/operations/list-transactions.ts'
import { createSimClock, type SimClock } from '../world/clock.ts'
import { createRandom, type Random } from '../world/random.ts'
import { drawNetwork, withEscrowLie, type DrawnNetwork } from '../world/rpc/draw-network.ts'
import { openRpcNetwork, type RpcNetwork } from '../world/rpc/open-rpc-network.ts'
import { soundNode } from '../world/rpc/sound-node.ts'
import { createSimChain, type SimChain } from '../world/sim-chain.ts'
import { createOperator, type SimOperator } from '../world/sim-operator.ts'
import {
  createSimService,
  STRANGER,
  type Fails,
  type ServiceCalls,
  type Shape,
  type SimService,
} from '../world/sim-service.ts'
import type { SimEscrow } from '../world/sim-escrow-books.ts'
import type { SimContracts } from '../world/sim-state.ts'
import { stageFault, drawEscrowFault, isSeen, type EscrowFault } from './escrow-faults.ts'
import { openOtherMachine } from './other-machine.ts'

/** Everything outside of Till. It survives every process of Till. */
export interface Simulation {
  readonly clock: SimClock
  readonly random: Random
  readonly chain: SimChain
  /** The chain's nodes. */
  readonly network: RpcNetwork
  readonly service: SimService
  readonly account: PrivateKeyAccount
  readonly shape: Shape
  readonly trouble: boolean
  /** Transactions that another program sent with the same key. The person knows of them. */
  readonly others: ReadonlySet<Hash>
  isMined(hash: Hash): boolean
}

type AnswersLater<F> = F extends (...input: infer I) => infer O ? (...input: I) => O | Promise<O> : never

/** The part of a simulation that a process of Till, and its user, can reach. */
export interface World extends Pick<Simulation, 'clock' | 'random' | 'account' | 'shape' | 'trouble' | 'others'> {
  /** The chain as the block explorer shows it. */
  readonly chain: Pick<SimChain, 'finalityDepth' | 'blocks' | 'pool'>
  /** Whether the block explorer shows a transaction in a block. */
  isMined(hash: Hash): boolean | Promise<boolean>
  readonly network: Pick<RpcNetwork, 'urls' | 'fetch'>
  readonly service: { readonly [K in keyof ServiceCalls]: AnswersLater<ServiceCalls[K]> }
  /** Alters a page of the service's list before it is answered. Default: the true page. */
  readonly page?: (truth: TransactionPage) => TransactionPage
  /** Whether Till only watches the account. Default: it has its key. */
  readonly isWatched?: boolean
  /** The machine's wall clock in epoch milliseconds. Default: the world's own. */
  readonly now?: () => number
}

export interface SimulationOptions {
  readonly seed: number
  readonly shape: Shape
  /** Whether the service fails to deliver, and who refunds. */
  readonly fails: Fails
  /** Whether chain and service misbehave now and then. */
  readonly trouble: boolean
  /** What the person does about a payment whose fee is too low. */
  readonly help: FeeAction | null
  /** What goes wrong with an escrow. Default: nothing, or a drawn fault if there is trouble. */
  readonly escrowFault?: EscrowFault | null
  /** The depth at which a block is final. Default: 2. */
  readonly finalityDepth?: number
  /** The chain's nodes. Default: sound ones, or drawn ones if there is trouble. */
  readonly nodes?: DrawnNetwork
  /** Default: a clock that stands still until it is advanced. */
  readonly clock?: SimClock
  /** Milliseconds between two blocks. Default: one second. */
  readonly blockMs?: number
}

const address = (digit: string): Address => `0x${digit.repeat(40)}`
export const contracts: SimContracts & { readonly escrow: SimEscrow } = {
  tokens: [
    { address: address('a'), symbol: 'USDC', decimals: 6, zeroFirst: false },
    { address: address('b'), symbol: 'USDT', decimals: 6, zeroFirst: true },
  ],
  router: address('c'),
  treasury: address('d'),
  escrow: {
    router: address('1'),
    vault: address('2'),
    registry: address('3'),
    tokenRegistry: address('4'),
    services: [{ id: 7n, feeBps: 150, fulfiller: address('d'), references: ['a1b2c3'] }],
    // Together with the service's share, this is what the quote adds.
    tokenFees: [
      { token: address('a'), bps: 50 },
      { token: address('b'), bps: 50 },
    ],
  },
}
/** The recipients of payments in any shape. */
export const payees: readonly Address[] = [address('d'), address('2')]
export const CHAIN_ID = 7_777
export const NATIVE_AT_START = 10n ** 18n
export const UNITS_AT_START = 1_000_000_000n

/** One key for every run and process: nothing here depends on which. */
export const account = privateKeyToAccount(`0x${'7'.repeat(64)}`)

/** Builds a simulation for one run. */
export function openSimulation(options: SimulationOptions): Simulation {
  const { seed, shape, fails, trouble, help, finalityDepth = 2, ...given } = options
  const { clock = createSimClock() } = given
  const random = createRandom(seed)
  const usual = trouble ? drawNetwork(random, clock.now()) : soundNetwork
  const drawn = given.nodes ?? (shape === 'escrow' && trouble ? withEscrowLie(random, usual) : usual)
  const { nodes, episodes, hasPool } = drawn
  const truth = createSimChain(clock, CHAIN_ID, contracts, finalityDepth, { hasPool, blockMs: given.blockMs })
  truth.give(account.address, NATIVE_AT_START, UNITS_AT_START)
  const { escrowFault: wanted = trouble ? drawEscrowFault(random, options) : null } = given
  const escrowFault = wanted !== null && isSeen(wanted, drawn) ? wanted : null
  const other = openOtherMachine(clock, truth, account)
  const eventful = escrowFault === null ? truth : stageFault(escrowFault, { clock, random, chain: truth, other })
  const chain = help === null ? eventful : withRisingFees(eventful)
  const deliversLate = escrowFault === 'delivered'
  const service = createSimService({ clock, chain, shape, deliveryMs: 4_000, fails, deliversLate })
  if (shape === 'escrow') openEscrow(createOperator(clock, truth), fails)
  if (trouble) troubleChain(clock, random, chain)
  const delay = (): number => 1 + random.below(40)
  const network = openRpcNetwork({ clock, chain, account: account.address, random, nodes, episodes, delay })
  const isMined = (hash: Hash): boolean => chain.find(hash) !== null
  return { clock, random, chain, network, service, account, shape, trouble, others: other.sent, isMined }
}

/** Deposits somebody else's refund before anything is bought. */
function openEscrow(operator: SimOperator, fails: Fails): void {
  const [coin] = contracts.tokens.slice(1)
  if (coin) operator.deposit(STRANGER, coin.address, 5_000_000n)
  if (fails === 'claim-sum') operator.upgrade('1')
  operator.decide(1n, 'failed')
}

const soundNetwork: DrawnNetwork = { nodes: [soundNode], episodes: [], hasPool: true }

/** A higher base fee than an earlier payment offers. */
const DEAR = parseGwei('4')

/** Raises the fees as soon as anything is sent. */
function withRisingFees(chain: SimChain): SimChain {
  return {
    ...chain,
    submit(raw) {
      chain.setBaseFee(DEAR)
      return chain.submit(raw)
    },
  }
}

/** Disturbs the chain every few seconds in the first two minutes, in ways that a real chain can show before finality. */
function troubleChain(clock: SimClock, random: Random, chain: SimChain): void {
  const happenings = [
    () => chain.reorg(1 + random.below(chain.finalityDepth), false),
    () => chain.reorg(1 + random.below(chain.finalityDepth), true),
    () => chain.dropPool(),
    () => chain.pause(true),
    () => chain.pause(false),
  ] as const
  for (let at = 0; at < 120_000; at += 1_000 + random.below(8_000)) clock.timer(at, random.pick(happenings))
  clock.timer(120_000, () => chain.pause(false))
}
