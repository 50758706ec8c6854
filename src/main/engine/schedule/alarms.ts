import type { Timer } from '../../../shared/timer.ts'

/** At most one alarm per key; alarms due at nearly the same moment ring together. */
export interface Alarms {
  set(key: string, ms: number): void
  cancel(key: string): void
  clear(): void
}

/** Alarms due within this time ring together, so that they share one request. */
const TOGETHER_MS = 20

interface Moment {
  readonly keys: Map<string, number>
  readonly stop: () => void
}

/** Creates alarms over one timer; calls `ring` with all keys that are due and the milliseconds each was set for. */
export function createAlarms(
  timer: Timer,
  monotonic: () => number,
  ring: (due: ReadonlyMap<string, number>) => void,
): Alarms {
  /** By whole milliseconds of the monotonic clock. */
  const moments = new Map<number, Moment>()
  const momentOf = new Map<string, number>()

  function ringAt(first: number): void {
    const due = new Map<string, number>()
    for (let at = first; at <= first + TOGETHER_MS; at++) {
      const moment = moments.get(at)
      if (!moment) continue
      moment.stop()
      moments.delete(at)
      for (const [key, ms] of moment.keys) {
        due.set(key, ms)
        momentOf.delete(key)
      }
    }
    ring(due)
  }

  function cancel(key: string): void {
    const at = momentOf.get(key)
    if (at === undefined) return
    momentOf.delete(key)
    const moment = moments.get(at)
    moment?.keys.delete(key)
    if (moment?.keys.size !== 0) return
    moment.stop()
    moments.delete(at)
  }

  return {
    set(key, ms) {
      cancel(key)
      const at = Math.ceil(monotonic() + ms)
      const moment = moments.get(at) ?? { keys: new Map<string, number>(), stop: timer(ms, () => ringAt(at)) }
      moment.keys.set(key, ms)
      moments.set(at, moment)
      momentOf.set(key, at)
    },
    cancel,
    clear() {
      for (const { stop } of moments.values()) stop()
      moments.clear()
      momentOf.clear()
    },
  }
}
