import type { Timer } from '../../src/shared/timer.ts'

/** A timer whose waits can be skipped, and the clocks that measure them. */
export interface SkippingTimer {
  readonly timer: Timer
  /** Returns the milliseconds until the nearest alarm; Infinity if there is none. */
  untilNext(): number
  /** Rings the nearest alarm now, and moves the clocks to its time. Returns the milliseconds skipped. */
  skip(clock: { skewMs: number; monotonicSkewMs: number }): number
}

interface Alarm {
  at: number
  stop: () => void
  readonly run: () => void
}

/** Creates a timer that runs normally until `skip` is called. */
export function createSkippingTimer(): SkippingTimer {
  const alarms = new Set<Alarm>()

  function arm(alarm: Alarm): void {
    const timeout = setTimeout(() => ring(alarm), Math.max(0, alarm.at - performance.now()))
    alarm.stop = () => clearTimeout(timeout)
  }

  function ring(alarm: Alarm): void {
    alarm.stop()
    if (alarms.delete(alarm)) alarm.run()
  }

  return {
    timer(ms, run) {
      const alarm: Alarm = { at: performance.now() + ms, stop: () => undefined, run }
      alarms.add(alarm)
      arm(alarm)
      return () => {
        alarm.stop()
        alarms.delete(alarm)
      }
    },
    untilNext: () => Math.min(...[...alarms].map(({ at }) => at)) - performance.now(),
    skip(clock) {
      const [next] = [...alarms].toSorted((left, right) => left.at - right.at)
      if (next === undefined) return 0
      // Whole milliseconds, as clocks count them.
      const by = Math.ceil(Math.max(0, next.at - performance.now()))
      clock.skewMs += by
      clock.monotonicSkewMs += by
      for (const alarm of alarms) {
        alarm.at -= by
        alarm.stop()
        if (alarm !== next) arm(alarm)
      }
      ring(next)
      return by
    },
  }
}
