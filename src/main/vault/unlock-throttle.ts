import { AppError } from '../../shared/errors.ts'
import { createSerial } from '../../shared/serially.ts'
import type { Database } from '../db/open-database.ts'
import { readThrottle, writeThrottle, type Throttle } from './unlock-throttle-repository.ts'

const FREE_TRIES = 5
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 3_600_000

/** Milliseconds to wait after so many wrong passwords in a row. */
export function waitAfter(failures: number): number {
  const doublings = failures - FREE_TRIES
  return doublings < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS)
}

/** Slows down whoever guesses the wallet's password. */
export interface UnlockThrottle {
  /**
   * Runs `open` unless too many wrong passwords came before (AppError `throttled`, with `until` in epoch milliseconds). The try is
   * counted before it is made, so that killing Till in the middle wins nothing; a right password clears the count.
   */
  around<T>(open: () => Promise<T>): Promise<T>
}

/**
 * Wrong passwords are counted in the ledger. Only time in which Till runs counts as waiting, by its `monotonic` clock: setting the
 * machine's clock wins nothing, and neither does starting anew.
 */
export function createUnlockThrottle(db: Database, now: () => number, monotonic: () => number): UnlockThrottle {
  const serially = createSerial()
  let since = monotonic()

  function write(throttle: Throttle): void {
    writeThrottle(db, throttle)
    since = monotonic()
  }

  return {
    // One at a time: none begins before it is known whether the one before was right.
    around: (open) =>
      serially(async () => {
        const { failures, waitMs } = readThrottle(db)
        const left = Math.max(0, Math.ceil(waitMs - (monotonic() - since)))
        if (left > 0) {
          write({ failures, waitMs: left })
          throw new AppError('throttled', 'Too many wrong passwords', { details: { until: now() + left } })
        }
        write({ failures: failures + 1, waitMs: waitAfter(failures + 1) })
        try {
          const opened = await open()
          write({ failures: 0, waitMs: 0 })
          return opened
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'wrong-password')) write({ failures, waitMs: 0 })
          throw error
        }
      }),
  }
}
