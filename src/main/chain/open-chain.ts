import type { Address, Hash } from 'viem'
import { coalesce } from '../../shared/coalesce.ts'
import { systemTimer } from '../../shared/timer.ts'
import type { Chain } from './chain.ts'
import type { NodesOptions } from './nodes/node.ts'
import { openNodes } from './nodes/nodes.ts'
import { createPulse, type Tick } from './nodes/head-pulse.ts'
import { createTroubleWatch } from './nodes/trouble/watch-trouble.ts'
import { askBlocks } from './questions/ask-blocks.ts'
import { askCalls } from './questions/ask-calls.ts'
import { askEscrow } from './questions/ask-escrow.ts'
import { askLogs } from './questions/ask-logs.ts'
import { askPrice } from './questions/ask-price.ts'
import { askTokens } from './questions/ask-tokens.ts'
import { askTransactions } from './questions/ask-transactions.ts'
import { createNonceReader } from './read/nonces/read-nonces.ts'
import type { FinalityRule } from './read/transactions/read-block-status.ts'
import { findKnownChain } from './registry/find-known-chain.ts'
import type { KnownChain } from './registry/known-chain.ts'

export interface ChainOptions extends Pick<NodesOptions, 'fetch' | 'timer' | 'monotonic' | 'signal' | 'onFailed'> {
  readonly chainId: number
  /** RPC addresses in the order they are asked. */
  readonly rpcUrls: readonly string[]
  /** The depth that counts as final if the nodes do not say; undefined uses the registry's. */
  readonly finalityDepth: number | undefined
  /** The chain last signed for, as `31337:0x…`; none if left out. */
  readonly signedOn?: string | null
  /** Milliseconds for one exchange with a node, and for one question to it; 10 s by default. */
  readonly timeoutMs?: number
  /** The feed of the native coin's price on a chain that the registry has none for. */
  readonly priceFeed?: Address | undefined
  /** Returns a chain with the same native coin, which knows its price; null while there is none. */
  readonly priceChain?: (() => Pick<Chain, 'readCoinPrice' | 'coinPrice'> | null) | undefined
  /** Facts about the chain, null for none; looked up by chain id if left out. */
  readonly known?: KnownChain | null
  /** Called when the network's trouble changed or ended. */
  readonly onTrouble?: (() => void) | undefined
}

/**
 * Opens one network over JSON-RPC. A node's chain id is checked before its first answer is believed. Questions that decide over coins go to
 * every node, and `agree.ts` combines their answers.
 */
export function openChain(options: ChainOptions): Chain {
  const { chainId, known = findKnownChain(options.chainId) } = options
  const { monotonic = () => performance.now(), timer = systemTimer } = options
  const blockMs = known?.blockTimeMs ?? null
  const nodes = openNodes({
    ...options,
    timeoutMs: options.timeoutMs ?? 10_000,
    genesisHash: known?.genesisHash ?? null,
    signedOn: genesisOf(options.signedOn ?? null),
    blockTimeMs: blockMs,
    onRequest: () => watch.noted(),
  })
  // Many purchases poll at the same time, and each only needs an answer that is not older than its question.
  const head = coalesce(() => nodes.head())
  const pulse = createPulse({ readHead: head, blockMs, restMs: nodes.restMs, monotonic })
  const blocks = askBlocks(nodes, finalityOf(known, options.finalityDepth))
  const watch = createTroubleWatch({
    report: nodes.report,
    pulse,
    blockMs,
    blockTime: blocks.blockTime,
    monotonic,
    onTrouble: () => options.onTrouble?.(),
  })
  const tick = async (): Promise<Tick> => {
    const seen = await pulse.tick()
    watch.noted()
    return seen
  }
  const nonces = createNonceReader(nodes, chainId, tick, monotonic)
  const calls = askCalls(nodes, known)
  const ownFeed = typeof known?.priceFrom === 'string' ? known.priceFrom : (options.priceFeed ?? null)
  const ownPrice = askPrice(nodes, ownFeed, { monotonic, timer })
  const price = () => options.priceChain?.() ?? ownPrice

  return {
    chainId,
    instance: nodes.instance,
    isUnchanged: nodes.isUnchanged,
    nodes: nodes.report,
    trouble: watch.trouble,
    head,
    tick,
    untilTick: async (count) => pulse.until(count),
    nonces: nonces.ofTick,
    highestNonce: nonces.highest,
    pendingNonce: nonces.pending,
    ...blocks,
    ...askTransactions(nodes, chainId),
    ...askTokens(nodes, tick),
    ...askEscrow(nodes),
    ...askLogs(nodes),
    ...calls,
    async fees() {
      const own = await calls.fees()
      price().readCoinPrice()
      return own
    },
    readCoinPrice: () => price().readCoinPrice(),
    coinPrice: (now) => price().coinPrice(now),
  }
}

/** Returns when a block is final: at the depth that was asked for, or as the registry says. */
function finalityOf(known: KnownChain | null, configuredDepth: number | undefined): FinalityRule {
  const depth = configuredDepth ?? known?.finality.fallbackDepth
  return { trustsTag: known?.finality.trustsTag ?? true, depth: depth === undefined ? null : BigInt(depth) }
}

function genesisOf(instance: string | null): Hash | null {
  return instance === null ? null : (instance.slice(instance.indexOf(':') + 1) as Hash)
}
