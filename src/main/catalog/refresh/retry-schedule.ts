import type { ErrorCode } from '../../../shared/errors.ts'
import type { CatalogStatusView } from '../../../shared/catalog/views.ts'
import type { Timer } from '../../../shared/timer.ts'

export interface RetryScheduleOptions {
  readonly timer: Timer
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Requests what is missing, starting with the part at `turn`. */
  readonly ask: (turn: number) => void
}

/** Retries until nothing is missing. */
export interface RetrySchedule {
  /** Plans the next retry after a refresh ended with `status`; none if nothing is missing. */
  plan(status: Pick<CatalogStatusView, 'missing' | 'refreshing' | 'error'>): void
  stop(): void
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const soon = [5, 10, 20, 40, 60].map((seconds) => seconds * SECOND)
/** A captive portal's page goes away soon; a catalog that Till cannot parse does not, and is large. */
const malformed = [...soon, MINUTE, MINUTE, MINUTE, 5 * MINUTE]
/** A list without entries. */
const empty = [5 * SECOND, MINUTE, 10 * MINUTE, 30 * MINUTE]
/** A definite refusal. */
const refused = [MINUTE, 10 * MINUTE, 30 * MINUTE]
/** Added to a time that the service named. */
const MARGIN_MS = 250

const delays: Partial<Record<ErrorCode, readonly number[]>> = {
  offline: soon,
  'service-timeout': soon,
  'service-down': soon,
  'service-rate-limited': soon,
  'service-budget-spent': soon,
  'service-forbidden': soon,
  'service-malformed': malformed,
  'service-rejected': refused,
  'service-unauthorized': refused,
}

/** Creates the retry schedule: after seconds at first, once a minute in the end, and not before a time that the service named. */
export function createRetrySchedule({ timer, now, ask }: RetryScheduleOptions): RetrySchedule {
  let turn = 0
  let cancel: (() => void) | null = null

  function stop(): void {
    cancel?.()
    cancel = null
  }

  return {
    plan({ missing, refreshing, error }) {
      stop()
      if (refreshing) return
      if (missing.length === 0) {
        turn = 0
        return
      }
      // A local failure does not go away by asking the service.
      const steps = error === null ? empty : delays[error.code]
      if (steps === undefined) return
      const until = error?.details?.['until']
      const named = typeof until === 'number' ? until - now() + MARGIN_MS : 0
      cancel = timer(Math.max(named, steps[Math.min(turn, steps.length - 1)] ?? MINUTE), () => {
        cancel = null
        ask(turn++)
      })
    },
    stop,
  }
}
