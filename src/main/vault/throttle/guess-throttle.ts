import { AppError } from '../../../shared/errors.ts'
import { createMutex } from '../../../shared/mutex.ts'

const FREE_TRIES = 5
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 3_600_000

/** Returns the wait in milliseconds after that many consecutive wrong guesses. */
export function waitAfter(failures: number): number {
  const doublings = failures - FREE_TRIES
  return doublings < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS)
}

/** The wrong guesses since the last right one. */
export interface Guesses {
  readonly failures: number
  /** The remaining wait in milliseconds when this was written. */
  readonly waitMs: number
}

export interface GuessThrottleOptions {
  readonly read: () => Guesses
  readonly write: (guesses: Guesses) => void
  /** The error code of a wrong guess. */
  readonly wrong: 'wrong-pin' | 'wrong-password'
  readonly now: () => number
  /** A monotonic clock in milliseconds, which stands still while Till does not run. */
  readonly monotonic: () => number
}

/** Slows down guesses of a secret. */
export interface GuessThrottle {
  /**
   * Runs `open`, or throws AppError `throttled` with `until` (epoch ms) after too many wrong guesses. The error of a wrong guess has the
   * same `until` once it begins a wait, and before that how many guesses are `left`. The attempt is counted before it
   * starts, so that killing Till midway gains nothing; a right guess resets the count.
   */
  around<T>(open: () => Promise<T>): Promise<T>
  /** Forgets the wrong guesses, because there is another secret now. */
  reset(): void
}

function nextOf(failures: number, now: number): { left: number } | { until: number } {
  const wait = waitAfter(failures)
  return wait === 0 ? { left: FREE_TRIES - failures } : { until: now + wait }
}

/** Creates the throttle. Only time in which Till runs counts: neither changing the machine's clock nor a restart gains anything. */
export function createGuessThrottle(options: GuessThrottleOptions): GuessThrottle {
  const { read, now, monotonic } = options
  const mutex = createMutex()
  let since = monotonic()

  function write(guesses: Guesses): void {
    options.write(guesses)
    since = monotonic()
  }

  return {
    reset: () => write({ failures: 0, waitMs: 0 }),
    // One at a time: each attempt waits for the result of the previous one.
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
          if (error instanceof AppError && error.code === options.wrong)
            throw new AppError(options.wrong, error.message, { cause: error, details: nextOf(failures + 1, now()) })
          write({ failures, waitMs: 0 })
          throw error
        }
      }),
  }
}
