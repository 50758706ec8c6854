import type { Timer } from '../../shared/timer.ts'
import { unstoredReason } from './disk-errors.ts'

/** A disk or another program rarely needs longer. */
const AGAIN_MS = 10_000

/**
 * Returns a timer whose work is reported and runs again after 10 s, until it was done, if a database could not be read or written: an error
 * in a timer ends the process. Other errors are thrown.
 */
export function createRetryingTimer(timer: Timer, report: (error: unknown) => void): Timer {
  return (ms, run) => {
    let cancel = timer(ms, attempt)
    function attempt(): void {
      try {
        run()
      } catch (error) {
        if (unstoredReason(error) === null) throw error
        report(error)
        cancel = timer(AGAIN_MS, attempt)
      }
    }
    return () => cancel()
  }
}
