import { toAppError } from '../../../shared/errors.ts'
import type { Timer } from '../../../shared/timer.ts'
import { isDiskError } from '../../db/disk-errors.ts'
import type { TroubleReport } from '../report-trouble.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Urgent work comes first after a start. */
const FIRST_MS = 2 * MINUTE
const EACH_MS = DAY / 2
const AFTER_ERROR_MS = 60 * MINUTE
const REVIEWED_FOR_MS = 7 * DAY
/** The longest patience that profiles allow. */
const LONGEST_PATIENCE_MS = 30 * DAY

/** Re-reads settled intents from time to time. */
export interface Review {
  start(): void
  stop(): void
}

export interface ReviewOptions {
  /** Names what is read, for error reports. */
  readonly what: string
  /** Lists the reads that are due; a failed one delays no other. */
  readonly list: () => readonly (() => Promise<void>)[]
}

/** Returns the time (epoch milliseconds) since which delivered purchases are still re-read. */
export function reviewedSince({ now }: { readonly now: () => number }): number {
  return now() - REVIEWED_FOR_MS
}

/**
 * Returns the time (epoch milliseconds) since which signed steps that ended undone are still re-read: some waited a month before they
 * ended.
 */
export function undoneSince(clock: { readonly now: () => number }): number {
  return reviewedSince(clock) - LONGEST_PATIENCE_MS
}

/** Creates a review; nothing is read before it is started. */
export function createReview(
  context: TroubleReport & { readonly timer: Timer },
  { what, list }: ReviewOptions,
): Review {
  let cancel: (() => void) | null = null
  let isStopped = false

  function next(ms: number): void {
    if (!isStopped) cancel = context.timer(ms, () => void review().then(next))
  }

  async function review(): Promise<number> {
    let failures = 0
    async function attempt(work: () => Promise<void>): Promise<void> {
      try {
        if (!isStopped) await work()
      } catch (error) {
        failures++
        if (isDiskError(error)) context.onDiskError(error)
        else if (toAppError(error).code === 'internal') context.onUnforeseen(error, what)
      }
    }
    await attempt(async () => {
      for (const read of list()) await attempt(read)
    })
    return failures === 0 ? EACH_MS : AFTER_ERROR_MS
  }

  return {
    start: () => next(FIRST_MS),
    stop() {
      isStopped = true
      cancel?.()
    },
  }
}
