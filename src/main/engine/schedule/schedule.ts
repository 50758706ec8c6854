import type { Timer } from '../../../shared/timer.ts'
import { createAlarms } from './alarms.ts'
import { createPriorityQueue } from './priority-queue.ts'
import { reportTrouble, type TroubleReport } from '../report-trouble.ts'

/** Runs one task per key when it is due, never twice at a time for the same key. */
export interface Schedule {
  /** Runs `key` as soon as possible: at once, or right after the current run. */
  now(key: string): void
  /** Runs `key`, one of many open ones, when nothing more urgent waits. */
  soon(key: string): void
  /** Accepts no new run and waits for the current ones. */
  stop(): Promise<void>
}

export interface ScheduleOptions {
  /** Returns the milliseconds until its key's next run; null for only on request. */
  readonly run: (key: string) => Promise<number | null>
  /** The most concurrent runs; the rest waits in the queue. */
  readonly atOnce: number
  readonly timer: Timer
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number
}

/** Milliseconds until the next poll of something that cannot continue for now. */
export const IDLE_MS = 60_000

/** How long more urgent keys may delay one that runs `soon`. */
const SOON_MS = 60_000

/**
 * Creates a schedule; nothing runs until requested. Queued keys run by deadline: a key that polls every second goes before one that polls
 * every minute, and a key that has waited long enough goes before both, so none waits forever.
 */
export function createSchedule({ run, atOnce, timer, monotonic }: ScheduleOptions): Schedule {
  const running = new Map<string, Promise<void>>()
  /** Keys requested while they run, with their deadlines. */
  const again = new Map<string, number>()
  const queue = createPriorityQueue()
  const alarms = createAlarms(timer, monotonic, (keys) => {
    for (const [key, slack] of keys) queue.add(key, monotonic() + slack)
    fill()
  })
  let cancelNext: (() => void) | null = null
  let stopped = false

  function due(key: string, slack: number): void {
    if (stopped) return
    alarms.cancel(key)
    const deadline = monotonic() + slack
    if (running.has(key)) again.set(key, Math.min(deadline, again.get(key) ?? deadline))
    else queue.add(key, deadline)
    fill()
  }

  function fill(): void {
    while (running.size < atOnce) {
      const key = queue.take()
      if (key === undefined) return
      begin(key)
    }
  }

  function begin(key: string): void {
    running.set(
      key,
      run(key).then((delay) => {
        running.delete(key)
        if (stopped) return
        const deadline = again.get(key)
        again.delete(key)
        if (deadline !== undefined) queue.add(key, deadline)
        else if (delay !== null) alarms.set(key, delay)
        goOn()
      }),
    )
  }

  /** The next run starts after this process's other work: a queue of thousands must not block it. */
  function goOn(): void {
    cancelNext ??= timer(0, () => {
      cancelNext = null
      fill()
    })
  }

  return {
    now: (key) => due(key, 0),
    soon: (key) => due(key, SOON_MS),
    async stop() {
      stopped = true
      cancelNext?.()
      alarms.clear()
      queue.clear()
      await Promise.all(running.values())
    },
  }
}

/** Returns `run` such that an unexpected failure is reported and retried later: it stops neither other keys nor its own next run. */
export function reportFailures(to: TroubleReport, what: string, run: ScheduleOptions['run']): ScheduleOptions['run'] {
  return async (key) => {
    try {
      return await run(key)
    } catch (error) {
      reportTrouble(to, error, `${what} ${key}`)
      return IDLE_MS
    }
  }
}
