import type { Timer } from '../../shared/timer.ts'
import { createAlarms } from './alarms.ts'
import { createPriorityQueue } from './priority-queue.ts'

/** Runs one work per key, never twice at a time for the same key, each when its time has come. */
export interface Schedule {
  /** Runs `key` as soon as it can: at once, or right after the run under way. */
  now(key: string): void
  /** Runs `key` when nothing more urgent waits, as one of many left open. */
  soon(key: string): void
  /** Takes no new run and waits for those under way. */
  stop(): Promise<void>
}

export interface ScheduleOptions {
  /** Returns in how many milliseconds its key is to run again; null for only when asked. */
  readonly run: (key: string) => Promise<number | null>
  /** Most runs at the same time; what comes then waits in queue. */
  readonly atOnce: number
  readonly timer: Timer
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number
}

/** Milliseconds until something that cannot go on for now is polled at again. */
export const IDLE_MS = 60_000

/** How long more urgent keys may delay one that runs `soon`. */
const SOON_MS = 60_000

/**
 * Builds a schedule; nothing runs before it is asked for. Who has to wait in queue is run by deadline: a key that looks again each
 * second goes before one that does each minute, and what has waited long enough before both, so that none waits forever.
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

  /** The next run begins after this process's other work: a queue of thousands must not block it. */
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
