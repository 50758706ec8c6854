import { AppError } from '../../shared/errors.ts'
import type { Database } from '../db/open-database.ts'
import { readThrottle, writeThrottle, type Throttle } from './unlock-throttle-repository.ts'

const FREE_TRIES = 5
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 3_600_000

/** Milliseconds until the next try is allowed; a clock set back never makes the wait longer than its full length. */
export function waitLeft(throttle: Throttle, now: number): number {
  const doublings = throttle.failures - FREE_TRIES
  if (doublings < 0) return 0
  const wait = Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS)
  return Math.max(0, Math.min(wait, throttle.failedAt + wait - now))
}

/**
 * Runs `open` unless too many wrong passwords came before (AppError `throttled`, with `until`). The try is counted before it
 * is made, so that killing Till in the middle wins nothing; a right password clears the count.
 */
export async function throttled<T>(db: Database, now: () => number, open: () => Promise<T>): Promise<T> {
  const before = readThrottle(db)
  const wait = waitLeft(before, now())
  if (wait > 0) throw new AppError('throttled', 'Too many wrong passwords', { details: { until: now() + wait } })
  writeThrottle(db, { failures: before.failures + 1, failedAt: now() })
  try {
    const opened = await open()
    writeThrottle(db, { failures: 0, failedAt: 0 })
    return opened
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'wrong-password')) writeThrottle(db, before)
    throw error
  }
}
