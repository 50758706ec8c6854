import { networkTrouble, type NetworkTrouble } from './network-trouble.ts'
import type { NodeReport } from './node-report.ts'
import type { Pulse } from '../head-pulse.ts'

export interface TroubleWatchOptions {
  readonly report: () => readonly NodeReport[]
  readonly pulse: Pick<Pulse, 'newest'>
  readonly blockMs: number | null
  /** Reads a block's timestamp, in epoch milliseconds. */
  readonly blockTime: (block: bigint) => Promise<number>
  /** The pulse's monotonic clock, in milliseconds. */
  readonly monotonic: () => number
  /** Called when the trouble changed or ended. */
  readonly onTrouble: () => void
}

/** Detects that a network falls silent or stalls, from reads that happen anyway. */
export interface TroubleWatch {
  trouble(): NetworkTrouble | null
  /** Call it after each answer or failure of a node. */
  noted(): void
}

/** Creates the watch of one network. It makes one request per stall: for the newest block's timestamp. */
export function createTroubleWatch(options: TroubleWatchOptions): TroubleWatch {
  const { report, pulse, blockMs, blockTime, monotonic, onTrouble } = options
  /** The timestamp of the block at which the network stalled; null while it is being read, or if reading failed. */
  let dated: { readonly head: bigint; madeAt: number | null; isRead: boolean } | null = null
  let reported: NetworkTrouble['what'] | null = null

  function trouble(): NetworkTrouble | null {
    const found = judge()
    if (found?.what !== 'stalled') return found
    // Reported only once its start was read.
    return dated?.isRead && dated.head === pulse.newest()?.head ? found : null
  }

  function judge(): NetworkTrouble | null {
    const newest = pulse.newest()
    const epochAt = Date.now() - monotonic()
    const madeAt = newest && dated?.head === newest.head ? dated.madeAt : null
    const block = newest && { seenAt: epochAt + newest.seenAt, readAt: epochAt + newest.readAt, madeAt }
    return networkTrouble({ nodes: report(), newest: block, blockMs })
  }

  async function date(head: bigint): Promise<void> {
    const dating = { head, madeAt: null as number | null, isRead: false }
    dated = dating
    dating.madeAt = await blockTime(head).catch(() => null)
    dating.isRead = true
    noted()
  }

  function noted(): void {
    const head = pulse.newest()?.head
    if (head !== undefined && dated?.head !== head && judge()?.what === 'stalled') void date(head)
    const what = trouble()?.what ?? null
    if (what === reported) return
    reported = what
    onTrouble()
  }

  return { trouble, noted }
}
