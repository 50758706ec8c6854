import { parseEther, type Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { findKnownChain } from '../../../src/main/chain/registry/find-known-chain.ts'
import type { Choice } from '../../../src/main/purchases/quote/offer.ts'
import { choiceOf } from '../../crash/person.ts'
import { createSimClock, type SimClock } from '../../world/clock.ts'
import { createRandom, type Random } from '../../world/random.ts'
import { openRpcNetwork, type RpcNetwork } from '../../world/rpc/open-rpc-network.ts'
import { soundNode } from '../../world/rpc/sound-node.ts'
import { createSimChain, type SimChain } from '../../world/sim-chain.ts'
import { createSimService, type SimService } from '../../world/sim-service.ts'
import { createCallCounter, type CallCounter } from './count-calls.ts'

export type Shape = 'transfer' | 'router'

/** A chain with three nodes and a service, on a simulated clock. */
export interface RpcMarket {
  readonly clock: SimClock
  readonly random: Random
  readonly chain: SimChain
  readonly network: RpcNetwork
  readonly counter: CallCounter
  readonly service: SimService
  readonly account: PrivateKeyAccount
  /**
   * Returns what the numbered purchase buys and pays with. Router purchases each get their own token: those of one token would wait for
   * each other.
   */
  choice(number: number): Choice
}

/** Registered chains without an L1 data fee, by the milliseconds between their blocks. */
export const chainIds = { 1_000: 42_220, 2_000: 137, 12_000: 1 } as const
export type BlockMs = keyof typeof chainIds

const NODES = 3
const FINALITY_DEPTH = 64
/** From registration to delivery, if the product needs nothing else. */
const DELIVERY_MS = 20_000
const BLOCKS_BEFORE = 200
const MAX_TOKENS = 20
/** Milliseconds of an exchange with a node: 30 to 200. */
const EXCHANGE_MS = { least: 30, spread: 170 }

const address = (digit: string, number = 0): Address =>
  `0x${digit}${number.toString(16).padStart(3, '0')}${digit.repeat(36)}`
const contracts = {
  tokens: Array.from({ length: MAX_TOKENS }, (_, number) => ({
    address: address('a', number),
    symbol: `TD${number}`,
    decimals: 6,
    zeroFirst: false,
  })),
  router: address('c'),
  treasury: address('d'),
}
const account = privateKeyToAccount(generatePrivateKey())

/** Opens a market with some blocks already mined. The seed decides the moment between two blocks. */
export async function openRpcMarket(
  shape: Shape,
  blockMs: BlockMs,
  seed: number,
  deliveryMs = DELIVERY_MS,
): Promise<RpcMarket> {
  const clock = createSimClock()
  const random = createRandom(seed)
  const chainId = chainIds[blockMs]
  const known = findKnownChain(chainId)
  if (known?.blockTimeMs !== blockMs) throw new Error(`Chain ${chainId} differs from its registry entry`)
  const chain = createSimChain(clock, chainId, contracts, FINALITY_DEPTH, { blockMs, genesisHash: known.genesisHash })
  chain.give(account.address, parseEther('100'), 1_000_000_000n)
  const delay = (): number => EXCHANGE_MS.least + random.below(EXCHANGE_MS.spread)
  const nodes = Array.from({ length: NODES }, () => soundNode)
  const network = openRpcNetwork({ clock, chain, account: account.address, random, nodes, episodes: [], delay })
  await clock.until(() => false, BLOCKS_BEFORE * blockMs + random.below(blockMs))
  const service = createSimService({ clock, chain, shape, deliveryMs, fails: false })
  return {
    clock,
    random,
    chain,
    network,
    service,
    account,
    counter: createCallCounter(network.fetch),
    choice(number) {
      const token = contracts.tokens[shape === 'router' ? number : 0]
      if (!token) throw new Error(`There is no token for purchase ${number}`)
      const usual = choiceOf({ shape, network })
      return {
        ...usual,
        network: { ...usual.network, chainId, protocolContracts: [contracts.router], escrow: null },
        token: { ...usual.token, ...token, key: token.symbol.toLowerCase() },
        delivery: { reference: `+1201555${String(1_000 + number)}`, fields: [] },
      }
    },
  }
}
