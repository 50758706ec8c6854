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
  readonly run: () => void
  cancelled: boolean
}

/** The moment every simulated clock begins with: the first of 2030. */
export const SIM_START = Date.UTC(2030, 0, 1)

const oneTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Makes a clock that stands at `SIM_START`; it is turned on once all that can go on without time passing has, which `settled` tells. */
export function createSimClock(settled = oneTurn): SimClock {
  let now = SIM_START
  // The last first, so that the next is taken off the end; of two at the same moment the older one is next.
  const alarms: Alarm[] = []

  function timer(ms: number, run: () => void): () => void {
    const alarm: Alarm = { at: now + Math.max(0, ms), run, cancelled: false }
    let [low, high] = [0, alarms.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((alarms[middle]?.at ?? 0) > alarm.at) low = middle + 1
      else high = middle
    }
    alarms.splice(low, 0, alarm)
    return () => void (alarm.cancelled = true)
  }

  function next(): Alarm | undefined {
    while (alarms.at(-1)?.cancelled) alarms.pop()
    return alarms.at(-1)
  }

  return {
    now: () => now,
    timer,
    sleep: (ms) => new Promise((resolve) => void timer(ms, resolve)),
    async until(holds, ms) {
      const end = now + ms
      for (;;) {
        await settled()
        if (holds()) return true
        const alarm = next()
        if (alarm === undefined || alarm.at > end) {
          now = end
          return holds()
        }
        alarms.pop()
        now = Math.max(now, alarm.at)
        alarm.run()
      }
    },
  }
}
