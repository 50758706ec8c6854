/** The newest block of one read; all callers before the next expected block share it. */
export interface Tick {
  readonly head: bigint
  /** Whether the next block is long overdue: something may have changed without a block. */
  readonly isLate: boolean
}

/** Decides when to ask a chain for its newest block, for all waiting callers. */
export interface Pulse {
  /** Returns the newest block, read again only when another one is due. Throws what the read throws. */
  tick(): Promise<Tick>
  /** Returns the milliseconds until the next useful read, for a caller that waits for that many blocks. */
  until(blocks: number): number
  /**
   * Returns the last block read, when it was first seen and when it was last confirmed as the newest, by the clock; null before the first
   * read.
   */
  newest(): { readonly head: bigint; readonly seenAt: number; readonly readAt: number } | null
}

export interface PulseOptions {
  /** Reads the newest block's number. */
  readonly readHead: () => Promise<bigint>
  /** Milliseconds between two blocks; null to measure it. */
  readonly blockMs: number | null
  /** Returns the milliseconds until any node may be asked. */
  readonly restMs: () => number
  /** A monotonic clock, in milliseconds. */
  readonly monotonic: () => number
}

/** Nobody needs blocks more often, however fast a chain is. */
const MIN_TICK_MS = 1_000
const MIN_REPEAT_MS = 400
const LONGEST_MS = 15_000
/** A read that comes slightly early is repeated soon, so reads stay close behind the blocks. */
const EARLY = 0.9
/** The fraction of the block time between reads while a block is late, or its schedule is still unknown. */
const AGAIN = 0.25
const PATIENT_TIMES = 4
const LATE_BLOCKS = 2.5
/** A caller that is early by no more than this still gets a new read. */
const TOLERANCE_MS = 25
/** The number of blocks over which a chain's block time is measured. */
const MEASURED_BLOCKS = 32n

interface Seen extends Tick {
  readonly at: number
}

/** Creates the pulse of one chain; the first tick makes the first read. */
export function createPulse({ readHead, blockMs, restMs, monotonic }: PulseOptions): Pulse {
  let last: Seen | null = null
  let highest: Seen | null = null
  let measuredFrom: Seen | null = null
  let measuredMs = MIN_TICK_MS
  let dueAt = 0
  /** Consecutive reads that failed or showed nothing new. */
  let failures = 0
  let misses = 0
  let reading: Promise<Tick> | null = null

  const tickMs = (): number => Math.max(blockMs ?? measuredMs, MIN_TICK_MS)

  /** Returns short pauses at first, then growing ones: a chain may stall for hours. */
  function pauseAfter(times: number): number {
    const soon = Math.max(tickMs() * AGAIN, MIN_REPEAT_MS)
    return Math.min(soon * 2 ** Math.max(0, times - PATIENT_TIMES), LONGEST_MS)
  }

  function note(head: bigint): Tick {
    const at = monotonic()
    const isKnown = highest !== null && head <= highest.head
    const isLate = isKnown && at - (highest?.at ?? at) > LATE_BLOCKS * tickMs()
    const seen = { head, at, isLate }
    const isFirst = highest === null
    failures = 0
    misses = isKnown ? misses + 1 : 0
    last = seen
    if (!isKnown) {
      highest = seen
      measure(seen)
    }
    dueAt = at + (isKnown || isFirst ? pauseAfter(misses) : tickMs() * EARLY)
    return seen
  }

  function measure(seen: Seen): void {
    measuredFrom ??= seen
    const blocks = seen.head - measuredFrom.head
    if (blocks > 0n) measuredMs = Math.min((seen.at - measuredFrom.at) / Number(blocks), LONGEST_MS)
    if (blocks >= MEASURED_BLOCKS) measuredFrom = seen
  }

  async function read(): Promise<Tick> {
    try {
      return note(await readHead())
    } catch (error) {
      dueAt = monotonic() + Math.min(tickMs() * 2 ** Math.min(failures++, PATIENT_TIMES), LONGEST_MS)
      throw error
    } finally {
      reading = null
    }
  }

  return {
    tick() {
      if (reading !== null) return reading
      if (last !== null && failures === 0 && monotonic() < dueAt - TOLERANCE_MS) return Promise.resolve(last)
      reading = read()
      return reading
    },
    newest: () => highest && { head: highest.head, seenAt: highest.at, readAt: last?.at ?? highest.at },
    until(blocks) {
      const next = Math.max(dueAt - monotonic(), restMs(), 0)
      return Math.ceil(next + Math.max(0, blocks - 1) * (blockMs ?? measuredMs))
    },
  }
}
