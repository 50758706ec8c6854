import type { NetworkTroubleView } from '../../../../shared/networks/views.ts'
import type { NodeReport } from './node-report.ts'

/** Why a network accepts no transactions now: no node answers, or it makes no blocks. */
export interface NetworkTrouble {
  readonly what: 'silent' | 'stalled'
  /** Epoch milliseconds; null if the network has no nodes. */
  readonly since: number | null
}

/** The newest block of a network, in epoch milliseconds. */
export interface NewestBlock {
  /** When Till first saw it. */
  readonly seenAt: number
  /** When a node last confirmed that there is no newer one. */
  readonly readAt: number
  /** Its own timestamp; null if it could not be read. */
  readonly madeAt: number | null
}

/** What is known about a network without a request. */
export interface NetworkSigns {
  readonly nodes: readonly Pick<NodeReport, 'trouble' | 'since'>[]
  /** Null before the first read. */
  readonly newest: NewestBlock | null
  /** Milliseconds between two blocks; null if unknown. */
  readonly blockMs: number | null
}

/** An empty slot or a sequencer restart is always shorter. */
const MIN_MS = 2 * 60_000
const MISSED_BLOCKS = 20
const UNKNOWN_BLOCK_MS = 15_000

/**
 * Returns why a network accepts no transactions, or null. A node that is behind still answers. A block counts as the newest only while
 * nodes confirm it: a network that is not polled is not stalled.
 */
export function networkTrouble({ nodes, newest, blockMs }: NetworkSigns): NetworkTrouble | null {
  if (nodes.every(({ trouble }) => trouble !== null && trouble !== 'behind')) {
    const since = nodes.map((node) => node.since).filter((at) => at !== null)
    return { what: 'silent', since: since.length === 0 ? null : Math.max(...since) }
  }
  if (newest === null) return null
  const { seenAt, readAt, madeAt } = newest
  if (readAt - seenAt < stillAfter(blockMs)) return null
  return { what: 'stalled', since: Math.min(madeAt ?? seenAt, seenAt) }
}

/** Converts the trouble for display. */
export function toTroubleView(trouble: NetworkTrouble | null): NetworkTroubleView | null {
  if (trouble === null) return null
  const { what, since } = trouble
  return { what, since: since === null ? null : new Date(since).toISOString() }
}

/** Returns the milliseconds without a block after which a network counts as stalled. */
function stillAfter(blockMs: number | null): number {
  return Math.max(MIN_MS, MISSED_BLOCKS * (blockMs ?? UNKNOWN_BLOCK_MS))
}
