import type { Address, Hash } from 'viem'
import type { Decimal } from '../../../shared/money.ts'

/**
 * A network's charge in addition to gas × price: nothing (`plain`); the L1 data fee and operator fee of the OP Stack (`op-stack`); the L1
 * fee of Scroll (`scroll`). Arbitrum's L1 part is included in the gas estimate (`arbitrum`), Linea's in the priority fee (`linea`).
 */
export type FeeKind = 'plain' | 'op-stack' | 'scroll' | 'arbitrum' | 'linea'

/** Till's built-in facts about a chain. */
export interface KnownChain {
  readonly chainId: number
  readonly name: string
  /** The native coin; it has 18 decimals on every chain. */
  readonly native: { readonly name: string; readonly symbol: string }
  /** The hash of block 0. For a node that pruned it, it is unknown, not wrong. */
  readonly genesisHash: Hash
  readonly finality: {
    /** Whether a node's `finalized` block decides. */
    readonly trustsTag: boolean
    /** Blocks below the head that count as final if the tag does not decide or a node does not support it. */
    readonly fallbackDepth: number
  }
  readonly blockTimeMs: number
  /** The lowest priority fee per gas unit that the chain's nodes accept, in wei. */
  readonly tipFloor: bigint
  readonly feeKind: FeeKind
  /** Whether nodes share pending transactions; otherwise one sequencer holds them, and a node may not know them. */
  readonly hasPublicMempool: boolean
  /** The highest network fee that needs no password, in the native coin: several times the fee on a busy day. */
  readonly feeCap: Decimal
  /**
   * What says the native coin's price in dollars: a feed of Chainlink on the same chain, `dollar` if the coin is one itself, or another
   * chain with the same coin. A price is only shown.
   */
  readonly priceFrom: Address | 'dollar' | { readonly chainId: number }
  readonly explorer: string
  /** Public RPC addresses that need no key, from different operators. */
  readonly rpcUrls: readonly [string, string, ...string[]]
}
