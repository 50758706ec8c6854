import { networkTrouble, type NetworkTrouble } from './network-trouble.ts'
import type { NodeReport } from './node-report.ts'
import type { Pulse } from './pulse.ts'

export interface TroubleWatchOptions {
  readonly report: () => readonly NodeReport[]
  readonly pulse: Pick<Pulse, 'newest'>
  readonly blockMs: number | null
  /** Reads when a block was made, in epoch milliseconds. */
  readonly blockTime: (block: bigint) => Promise<number>
  /** Milliseconds of the clock that the pulse goes by. */
  readonly monotonic: () => number
  /** The trouble changed, or is over. */
  readonly onTrouble: () => void
}

/** Notices that a network falls silent or stands still, from what Till reads anyway. */
export interface TroubleWatch {
  trouble(): NetworkTrouble | null
  /** To be called after each answer of a node, and each failure. */
  noted(): void
}

/** Creates the watch of one network. It makes one request of its own per standstill: when the newest block was made. */
export function createTroubleWatch(options: TroubleWatchOptions): TroubleWatch {
  const { report, pulse, blockMs, blockTime, monotonic, onTrouble } = options
  /** When the block was made before which the network stands still; null while that is asked, or could not be. */
  let dated: { readonly head: bigint; madeAt: number | null; isRead: boolean } | null = null
  let told: NetworkTrouble['what'] | null = null

  function trouble(): NetworkTrouble | null {
    const found = judge()
    if (found?.what !== 'still') return found
    // Reported only once its start has been read.
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
    const asked = { head, madeAt: null as number | null, isRead: false }
    dated = asked
    asked.madeAt = await blockTime(head).catch(() => null)
    asked.isRead = true
    noted()
  }

  function noted(): void {
    const head = pulse.newest()?.head
    if (head !== undefined && dated?.head !== head && judge()?.what === 'still') void date(head)
    const what = trouble()?.what ?? null
    if (what === told) return
    told = what
    onTrouble()
  }

  return { trouble, noted }
}
