import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { createMutex } from '../../../shared/mutex.ts'

const FREE_TRIES = 5
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 3_600_000

/** Milliseconds to wait after so many wrong guesses in a row. */
export function waitAfter(failures: number): number {
  const doublings = failures - FREE_TRIES
  return doublings < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS)
}

/** The wrong guesses since the last right one. */
export interface Guesses {
  readonly failures: number
  /** How long was left to wait when this was written, in milliseconds. */
  readonly waitMs: number
}

export interface GuessThrottleOptions {
  readonly read: () => Guesses
  readonly write: (guesses: Guesses) => void
  /** How a wrong guess is told. */
  readonly wrong: ErrorCode
  readonly now: () => number
  /** Milliseconds of a clock that never goes back and stands still while Till does not run. */
  readonly monotonic: () => number
}

/** Slows down whoever guesses a secret. */
export interface GuessThrottle {
  /**
   * Runs `open` unless too many wrong guesses came before (AppError `throttled`, with `until` in epoch milliseconds). The try is
   * counted before it is made, so that killing Till in the middle wins nothing; a right guess clears the count.
   */
  around<T>(open: () => Promise<T>): Promise<T>
}

/** Only time in which Till runs counts as waiting: changing the machine's clock gains nothing, and neither does a restart. */
export function createGuessThrottle(options: GuessThrottleOptions): GuessThrottle {
  const { read, now, monotonic } = options
  const mutex = createMutex()
  let since = monotonic()

  function write(guesses: Guesses): void {
    options.write(guesses)
    since = monotonic()
  }

  return {
    // One at a time: none begins before it is known whether the one before was right.
    around: (open) =>
      mutex(async () => {
        const { failures, waitMs } = read()
        const left = Math.max(0, Math.ceil(waitMs - (monotonic() - since)))
        if (left > 0) {
          write({ failures, waitMs: left })
          throw new AppError('throttled', 'Too many wrong guesses', { details: { until: now() + left } })
        }
        write({ failures: failures + 1, waitMs: waitAfter(failures + 1) })
        try {
          const opened = await open()
          write({ failures: 0, waitMs: 0 })
          return opened
        } catch (error) {
          if (!(error instanceof AppError && error.code === options.wrong)) write({ failures, waitMs: 0 })
          throw error
        }
      }),
  }
}
