/** Calls `run` once after `ms` milliseconds, unless the returned function is called first. */
export type Timer = (ms: number, run: () => void) => () => void

/** The timer of this process. */
export const systemTimer: Timer = (ms, run) => {
  const timeout = setTimeout(run, ms)
  return () => clearTimeout(timeout)
}
