/** Runs one work per key, never twice at a time for the same key, each when its time has come. */
export interface Schedule {
  /** Runs `key` as soon as it can: at once, or right after the run under way. */
  now(key: string): void
  /** Takes no new run and waits for those under way. */
  stop(): Promise<void>
}

/** Calls `run` once in so many milliseconds, unless the function answered is called before. */
export type Timer = (ms: number, run: () => void) => () => void

/** The timer of this process. */
export const systemTimer: Timer = (ms, run) => {
  const timeout = setTimeout(run, ms)
  return () => clearTimeout(timeout)
}

export interface ScheduleOptions {
  /** Answers in how many milliseconds its key is to run again, or null for not by itself. */
  readonly run: (key: string) => Promise<number | null>
  /** Most runs at the same time; what comes then waits in line. */
  readonly atOnce: number
  readonly timer: Timer
}

/** Builds a schedule; nothing runs before it is asked for. */
export function createSchedule({ run, atOnce, timer }: ScheduleOptions): Schedule {
  const running = new Map<string, Promise<void>>()
  const waiting = new Set<string>()
  const timers = new Map<string, () => void>()
  let stopped = false

  function due(key: string): void {
    if (stopped) return
    timers.get(key)?.()
    timers.delete(key)
    waiting.add(key)
    fill()
  }

  function fill(): void {
    for (const key of waiting) {
      if (running.size >= atOnce) return
      // What runs already is not run beside itself: it stays in line.
      if (!running.has(key)) begin(key)
    }
  }

  function begin(key: string): void {
    waiting.delete(key)
    running.set(
      key,
      run(key).then((delay) => {
        running.delete(key)
        if (stopped) return
        if (delay !== null && !waiting.has(key)) {
          timers.set(
            key,
            timer(delay, () => due(key)),
          )
        }
        fill()
      }),
    )
  }

  return {
    now: due,
    async stop() {
      stopped = true
      for (const cancel of timers.values()) cancel()
      timers.clear()
      waiting.clear()
      await Promise.all(running.values())
    },
  }
}
