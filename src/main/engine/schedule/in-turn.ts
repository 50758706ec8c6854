import type { Timer } from '../../../shared/timer.ts'

/** Runs each task after this process's other work, until `signal` is aborted. */
export function runInTurn(timer: Timer, signal: AbortSignal, ...works: readonly (() => void)[]): void {
  const [first, ...others] = works
  if (!first) return
  timer(0, () => {
    if (signal.aborted) return
    first()
    runInTurn(timer, signal, ...others)
  })
}
