import type { Timer } from '../../src/shared/timer.ts'
import type { SimClock } from './clock.ts'

/** Creates one process's timer on a simulated clock; `endTimers` cancels all pending timers, as its end does. */
export function createTimers(clock: SimClock): { readonly timer: Timer; endTimers(): void } {
  const waiting = new Set<() => void>()
  return {
    timer(ms, run) {
      const cancel = clock.timer(ms, () => {
        waiting.delete(cancel)
        run()
      })
      waiting.add(cancel)
      return () => {
        waiting.delete(cancel)
        cancel()
      }
    },
    endTimers() {
      for (const cancel of waiting) cancel()
      waiting.clear()
    },
  }
}
