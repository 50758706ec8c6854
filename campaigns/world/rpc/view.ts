import type { Hash, Hex } from 'viem'
import type { SimBlock, SimChain } from '../sim-chain.ts'
import type { SimTransaction } from '../sim-transaction.ts'
import type { ClientName } from './wordings.ts'
import type { NodeFault } from './node-faults.ts'

/** How far a machine lags, and how long it keeps data, in blocks. */
export interface Limits {
  readonly lag: number
  readonly receiptDelay: number
  readonly receiptBlocks: number
  readonly stateBlocks: number
  readonly logRange: number
  /** The factor by which a lie multiplies a balance. */
  readonly falseBalance: bigint
}

/** The knowledge of one machine during one question. */
export interface View {
  readonly chain: SimChain
  readonly client: ClientName
  readonly limits: Limits
  /** The newest block it has. */
  readonly head: SimBlock
  /** The pending transactions that it shows. */
  readonly pool: readonly SimTransaction[]
  /** Returns whether a fault holds for this question. */
  has(kind: NodeFault): boolean
  /** Notes that a fault changed an answer. */
  recordFault(kind: NodeFault): void
  /** Accepts signed bytes, or throws RpcError in the client's words. */
  send(raw: Hex): Promise<Hash>
}
