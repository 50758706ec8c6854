import type { Hash } from 'viem'
import type { Decimal } from '../../../shared/money.ts'

/**
 * What a network charges beside gas × price: nothing (`plain`); the L1 data fee and operator fee of the OP Stack (`op-stack`); the L1 fee
 * of Scroll (`scroll`). Arbitrum's L1 part is inside the gas estimate (`arbitrum`), Linea's inside the priority fee (`linea`).
 */
export type FeeKind = 'plain' | 'op-stack' | 'scroll' | 'arbitrum' | 'linea'

/** What Till knows of a chain without asking anybody. */
export interface KnownChain {
  readonly chainId: number
  readonly name: string
  /** The native coin; it has 18 decimals on every chain. */
  readonly native: { readonly name: string; readonly symbol: string }
  /** The hash of block 0. A node that pruned it cannot say: that is unknown, not wrong. */
  readonly genesisHash: Hash
  readonly finality: {
    /** Whether the `finalized` block of a node decides. */
    readonly trustsTag: boolean
    /** Blocks below the head that count as final where the tag does not decide or a node does not support it. */
    readonly fallbackDepth: number
  }
  readonly blockTimeMs: number
  /** Least priority fee per gas unit that the chain's nodes take, in wei. */
  readonly tipFloor: bigint
  readonly feeKind: FeeKind
  /** Whether nodes share pending transactions; elsewhere one sequencer holds them, and a node may not know of them. */
  readonly hasPublicMempool: boolean
  /** Highest network fee that needs no password, in the native coin: several times what a busy day asks. */
  readonly feeCap: Decimal
  readonly explorer: string
  /** Public RPC addresses that need no key, from different operators. */
  readonly rpcUrls: readonly [string, string, ...string[]]
}
