import type { NodeSpec } from './open-rpc-network.ts'
import type { Limits } from './view.ts'

const limits: Limits = {
  lag: 0,
  receiptDelay: 0,
  receiptBlocks: Infinity,
  stateBlocks: 128,
  logRange: 10_000,
  falseBalance: 1n,
}

/** A node of one machine that keeps everything and is never late. */
export const soundNode: NodeSpec = { client: 'geth', backends: [limits] }
