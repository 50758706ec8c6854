/** Everything a node is made to do wrong, or otherwise than another; what can last is never healed by waiting. */
export const nodeFaults = [
  'lagging-head',
  'head-back',
  'receipt-late',
  'receipt-pruned',
  'receipt-orphaned',
  'logs-absent',
  'logs-range',
  'logs-too-many',
  'state-pruned',
  'nonce-stale',
  'pending-unsupported',
  'finalized-unsupported',
  'finalized-limited',
  'genesis-pruned',
  'simulate-unsupported',
  'batch-refused',
  'rate-limited',
  'rate-limited-until',
  'rate-limited-inside',
  'forbidden',
  'unavailable',
  'html',
  'empty-body',
  'null-result',
  'wrong-id',
  'odd-error',
  'garbage',
  'dripping',
  'silence',
  'huge',
  'false-chain-id',
  'false-genesis',
  'false-fee-zero',
  'false-fee-high',
  'false-balance',
  'false-receipt',
  'false-revert',
  'send-dropped',
  'send-stuck',
  'send-failed',
  'already-known',
  'replacement-refused',
  'nonce-gap-refused',
  'tip-floor',
  'own-pool',
  'no-pool',
] as const
export type NodeFault = (typeof nodeFaults)[number]

/** A time in which one of a node's machines, or all of them, have a fault. */
export interface Episode {
  readonly kind: NodeFault
  readonly node: number
  /** Null for every machine behind the address. */
  readonly backend: number | null
  /** Epoch milliseconds. */
  readonly from: number
  readonly until: number
  /** How many of the answers it meets, from 0 to 1. */
  readonly share: number
}
