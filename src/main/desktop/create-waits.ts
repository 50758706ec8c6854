import type { Timer } from '../../shared/timer.ts'

/** Waits that can be stopped together. */
export interface Waits {
  /** Calls `run` after `ms` milliseconds, unless the returned function or `stop` is called first. */
  start(ms: number, run: () => void): () => void
  /** Calls `run` every `ms` milliseconds. */
  repeat(ms: number, run: () => void): void
  /** Ends all waits; those begun later never end. */
  stop(): void
}

/** Creates waits of a timer. */
export function createWaits(timer: Timer): Waits {
  const cancels = new Set<() => void>()
  let isStopped = false

  function start(ms: number, run: () => void): () => void {
    if (isStopped) return () => undefined
    const cancel = timer(ms, () => {
      cancels.delete(cancel)
      run()
    })
    cancels.add(cancel)
    return cancel
  }

  return {
    start,
    repeat(ms, run) {
      const again = (): void => {
        run()
        start(ms, again)
      }
      start(ms, again)
    },
    stop() {
      isStopped = true
      for (const cancel of cancels) cancel()
    },
  }
}
