import type { NetworkTroubleView } from '../../../shared/networks/trouble-view.ts'
import type { NodeReport } from './node-report.ts'

/** Why a network accepts no transactions now: no node can be asked, or it makes no blocks. */
export interface NetworkTrouble {
  readonly what: 'silent' | 'still'
  /** Epoch milliseconds; null where the network has no node at all. */
  readonly since: number | null
}

/** The newest block of a network, in epoch milliseconds. */
export interface NewestBlock {
  /** When Till first saw it. */
  readonly seenAt: number
  /** When a node last answered that there is no newer one. */
  readonly readAt: number
  /** When it was made, as it says itself; null where nobody could be asked. */
  readonly madeAt: number | null
}

/** What is known of a network without asking it anything. */
export interface NetworkSigns {
  readonly nodes: readonly Pick<NodeReport, 'trouble' | 'since'>[]
  /** Null before the first reading. */
  readonly newest: NewestBlock | null
  /** Milliseconds from a block to the next; null where nobody knows. */
  readonly blockMs: number | null
}

/** An empty slot or a restarting sequencer never lasts this long. */
const LEAST_MS = 2 * 60_000
const MISSED_BLOCKS = 20
const UNKNOWN_BLOCK_MS = 15_000

/**
 * Returns what keeps a network from accepting a transaction, or null. A node that is behind still answers. A block
 * counts as the newest only while nodes say so: a network that nobody asks does not stand still.
 */
export function networkTrouble({ nodes, newest, blockMs }: NetworkSigns): NetworkTrouble | null {
  if (nodes.every(({ trouble }) => trouble !== null && trouble !== 'behind')) {
    const since = nodes.map((node) => node.since).filter((at) => at !== null)
    return { what: 'silent', since: since.length === 0 ? null : Math.max(...since) }
  }
  if (newest === null) return null
  const { seenAt, readAt, madeAt } = newest
  if (readAt - seenAt < stillAfter(blockMs)) return null
  return { what: 'still', since: Math.min(madeAt ?? seenAt, seenAt) }
}

/** The trouble as it is shown. */
export function toTroubleView(trouble: NetworkTrouble | null): NetworkTroubleView | null {
  if (trouble === null) return null
  const { what, since } = trouble
  return { what, since: since === null ? null : new Date(since).toISOString() }
}

/** Milliseconds without a block after which a network stands still. */
function stillAfter(blockMs: number | null): number {
  return Math.max(LEAST_MS, MISSED_BLOCKS * (blockMs ?? UNKNOWN_BLOCK_MS))
}
