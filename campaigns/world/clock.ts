/** A clock that stands still until it is advanced. Everything in a simulated world waits for it and for nothing else. */
export interface SimClock {
  /** Epoch milliseconds. */
  now(): number
  /** Calls `run` once after `ms` milliseconds. Returns the function that cancels it. */
  timer(ms: number, run: () => void): () => void
  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void>
  /** Rings alarms in order until `holds` or until `ms` have passed. Returns whether it held. */
  until(condition: () => boolean, ms: number): Promise<boolean>
}

interface Alarm {
  readonly at: number
  readonly run: () => void
  cancelled: boolean
}

/** The start of every simulated clock: the first of January 2030. */
export const SIM_START = Date.UTC(2030, 0, 1)

const oneTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Creates a clock that stands at `SIM_START`. It advances only after `settled` resolves, when no work is left that needs no time. */
export function createSimClock(settled = oneTurn): SimClock {
  let now = SIM_START
  // In reverse order, so that the next one pops off the end. Of two at the same moment, the older comes first.
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
    async until(condition, ms) {
      const end = now + ms
      for (;;) {
        await settled()
        if (condition()) return true
        const alarm = next()
        if (alarm === undefined || alarm.at > end) {
          now = end
          return condition()
        }
        alarms.pop()
        now = Math.max(now, alarm.at)
        alarm.run()
      }
    },
  }
}
