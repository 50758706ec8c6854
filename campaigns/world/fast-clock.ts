import { SIM_START, type SimClock } from './clock.ts'

/** Where a fast clock stood and when it resumed, in epoch milliseconds of its own and of the system's clock. */
export interface Pace {
  readonly at: number
  readonly since: number
}

/** A clock that runs ten times as fast as the system's once it is started. */
export interface FastClock extends SimClock {
  /** Resumes `skipMs` later than it stood. A clock created from the result in another process agrees with it. */
  start(skipMs: number): Pace
  /** Stops the clock; no alarm rings before the next start. */
  stop(): void
}

/** A node's timeout of 10 s takes one second, which a busy machine can keep, and a wait of minutes takes seconds. */
const TIMES = 10
const POLL_MS = 5

interface Alarm {
  readonly at: number
  readonly run: () => void
  timeout: NodeJS.Timeout | undefined
}

/** Creates a clock that stands at `SIM_START`, or that follows the pace of another process's clock. */
export function createFastClock(pace?: Pace): FastClock {
  let at = pace?.at ?? SIM_START
  let since = pace?.since ?? null
  const alarms = new Set<Alarm>()

  const now = (): number => (since === null ? at : at + (Date.now() - since) * TIMES)

  function arm(alarm: Alarm): void {
    if (since === null) return
    // System timers may fire a millisecond early.
    const ms = Math.max(0, alarm.at - now()) / TIMES
    alarm.timeout = setTimeout(() => (now() < alarm.at ? arm(alarm) : ring(alarm)), ms)
  }

  function ring(alarm: Alarm): void {
    alarms.delete(alarm)
    alarm.run()
  }

  function timer(ms: number, run: () => void): () => void {
    const alarm: Alarm = { at: now() + Math.max(0, ms), run, timeout: undefined }
    alarms.add(alarm)
    arm(alarm)
    return () => {
      alarms.delete(alarm)
      clearTimeout(alarm.timeout)
    }
  }

  const sleep = (ms: number): Promise<void> => new Promise((resolve) => void timer(ms, resolve))

  return {
    now,
    timer,
    sleep,
    async until(condition, ms) {
      const end = now() + ms
      while (!condition() && now() < end) await sleep(POLL_MS * TIMES)
      return condition()
    },
    start(skipMs) {
      at = now() + skipMs
      since = Date.now()
      for (const alarm of alarms) {
        clearTimeout(alarm.timeout)
        arm(alarm)
      }
      return { at, since }
    },
    stop() {
      at = now()
      since = null
      for (const { timeout } of alarms) clearTimeout(timeout)
    },
  }
}
