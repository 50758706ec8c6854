import type { Random } from '../random.ts'

/** Every fault and oddity of a node. The permanent ones never heal by waiting. */
export const nodeFaults = [
  'lagging-head',
  'head-back',
  'receipt-late',
  'receipt-pruned',
  'receipt-orphaned',
  'receipt-odd-status',
  'receipt-foreign',
  'receipt-priceless',
  'logs-absent',
  'logs-range',
  'logs-too-many',
  'logs-timeout',
  'log-index',
  'state-pruned',
  'nonce-stale',
  'pending-unsupported',
  'finalized-unsupported',
  'finalized-limited',
  'genesis-pruned',
  'simulate-unsupported',
  'batch-refused',
  'batch-dropped',
  'rate-limited',
  'rate-limited-until',
  'rate-limited-inside',
  'rate-limited-json',
  'forbidden',
  'forbidden-json',
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
  'false-refund',
  'false-far-block',
  'false-owed',
  'false-record',
  'other-chain',
  'send-dropped',
  'send-stuck',
  'send-failed',
  'send-refused',
  'already-known',
  'replacement-refused',
  'nonce-gap-refused',
  'tip-floor',
  'own-pool',
  'no-pool',
] as const
export type NodeFault = (typeof nodeFaults)[number]

/** A time in which one machine of a node, or all of them, have a fault. */
export interface Episode {
  readonly kind: NodeFault
  readonly node: number
  /** Null for every machine behind the address. */
  readonly backend: number | null
  /** Epoch milliseconds, or the number of exchanges with the node where those are counted. */
  readonly from: number
  readonly until: number
  /** The share of answers that it affects, from 0 to 1. */
  readonly share: number
}

/** Returns whether one of `episodes` holds at `now`. Draws if it affects only a share of the answers. */
export function isActive(
  episodes: readonly Episode[],
  { node, backend, kind }: Pick<Episode, 'node' | 'backend' | 'kind'>,
  now: number,
  random: Random,
): boolean {
  return episodes.some(
    (one) =>
      one.kind === kind &&
      one.node === node &&
      (one.backend === null || one.backend === backend) &&
      one.from <= now &&
      now < one.until &&
      (one.share >= 1 || random.next() < one.share),
  )
}
