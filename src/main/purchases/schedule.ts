/** Runs one work per key, never twice at a time for the same key, each when its time has come. */
export interface Schedule {
  /** Runs `key` as soon as it can: at once, or right after the run under way. */
  now(key: string): void
  /** Takes no new run and waits for those under way. */
  stop(): Promise<void>
}

/** A schedule over `run`, which answers in how many milliseconds its key is to run again, or null for not by itself. */
export function createSchedule(run: (key: string) => Promise<number | null>): Schedule {
  const running = new Map<string, Promise<void>>()
  const timers = new Map<string, NodeJS.Timeout>()
  const again = new Set<string>()
  let stopped = false

  function begin(key: string): void {
    if (stopped) return
    clearTimeout(timers.get(key))
    timers.delete(key)
    running.set(
      key,
      run(key).then((delay) => {
        running.delete(key)
        if (stopped) return
        if (again.delete(key)) begin(key)
        else if (delay !== null)
          timers.set(
            key,
            setTimeout(() => begin(key), delay),
          )
      }),
    )
  }

  return {
    now(key) {
      if (running.has(key)) again.add(key)
      else begin(key)
    },
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      await Promise.all(running.values())
    },
  }
}
