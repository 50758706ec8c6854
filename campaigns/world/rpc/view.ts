import type { Hash, Hex } from 'viem'
import type { SimBlock, SimChain } from '../sim-chain.ts'
import type { SimTransaction } from '../sim-transaction.ts'
import type { ClientName } from './wordings.ts'
import type { NodeFault } from './node-faults.ts'

/** How far a machine is behind, and how long it keeps things, in blocks. */
export interface Limits {
  readonly lag: number
  readonly receiptDelay: number
  readonly receiptBlocks: number
  readonly stateBlocks: number
  readonly logRange: number
  /** What a lie multiplies a balance with. */
  readonly falseBalance: bigint
}

/** What one machine knows at the moment of one question. */
export interface View {
  readonly chain: SimChain
  readonly client: ClientName
  readonly limits: Limits
  /** The newest block it has. */
  readonly head: SimBlock
  /** What waits, as far as it shows it. */
  readonly pool: readonly SimTransaction[]
  /** Whether a fault holds for this question. */
  has(kind: NodeFault): boolean
  /** Notes that a fault changed an answer. */
  met(kind: NodeFault): void
  /** Takes signed bytes; throws RpcError in the client's words. */
  send(raw: Hex): Promise<Hash>
}
