/** A clock that stands still until it is turned: everything in a simulated world waits on it and on nothing else. */
export interface SimClock {
  /** Epoch milliseconds. */
  now(): number
  /** Calls `run` once in so many milliseconds, unless the function answered is called before. */
  timer(ms: number, run: () => void): () => void
  /** Resolves in so many milliseconds. */
  sleep(ms: number): Promise<void>
  /** Lets things happen, one after the other, until `holds` or until `ms` have passed; answers whether it came to hold. */
  until(holds: () => boolean, ms: number): Promise<boolean>
}

interface Alarm {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

/** The moment every simulated clock begins with: the first of 2030. */
export const SIM_START = Date.UTC(2030, 0, 1)

/** Makes a clock that stands at `SIM_START`. */
export function createSimClock(): SimClock {
  let now = SIM_START
  let order = 0
  let alarms: Alarm[] = []

  function timer(ms: number, run: () => void): () => void {
    const alarm = { at: now + Math.max(0, ms), order: order++, run }
    alarms.push(alarm)
    return () => void (alarms = alarms.filter((one) => one !== alarm))
  }

  function next(): Alarm | undefined {
    return alarms.reduce<Alarm | undefined>(
      (first, one) =>
        first === undefined || one.at < first.at || (one.at === first.at && one.order < first.order) ? one : first,
      undefined,
    )
  }

  return {
    now: () => now,
    timer,
    sleep: (ms) => new Promise((resolve) => void timer(ms, resolve)),
    async until(holds, ms) {
      const end = now + ms
      for (;;) {
        // All that can go on without time passing goes on first.
        await new Promise((resolve) => void setImmediate(resolve))
        if (holds()) return true
        const alarm = next()
        if (alarm === undefined || alarm.at > end) {
          now = end
          return holds()
        }
        alarms = alarms.filter((one) => one !== alarm)
        now = Math.max(now, alarm.at)
        alarm.run()
      }
    },
  }
}
