import type { Timer } from '../../../shared/timer.ts'
import { attempt, type TroubleReport } from '../report-trouble.ts'

const MINUTE = 60_000
/** The most that one turn checks; the others run after this process's other work. */
const AT_ONCE = 200
const REST_MS = 50

/** Checks once a minute what is due, whether or not network and service answer. */
export interface MinuteWatch {
  /** Runs the first check after a minute: network and service may be about to answer. */
  start(): void
  stop(): void
}

export interface MinuteWatchOptions<T> {
  /** The name of the check in error reports. */
  readonly what: string
  /** Lists what is due, each until it is checked. */
  readonly list: () => readonly T[]
  /** Checks one; a failure does not block the others. */
  readonly check: (one: T) => void
}

/** Creates a watch; nothing is checked before it is started. */
export function createMinuteWatch<T>(
  context: TroubleReport & { readonly timer: Timer },
  { what, list, check }: MinuteWatchOptions<T>,
): MinuteWatch {
  let cancel: (() => void) | null = null

  function turn(): void {
    let left = 0
    attempt(context, what, () => {
      const due = list()
      left = due.length - AT_ONCE
      for (const one of due.slice(0, AT_ONCE)) attempt(context, what, () => check(one))
    })
    next(left > 0 ? REST_MS : MINUTE)
  }

  function next(ms: number): void {
    cancel = context.timer(ms, turn)
  }

  return { start: () => next(MINUTE), stop: () => cancel?.() }
}
