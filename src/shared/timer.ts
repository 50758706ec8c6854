/** Calls `run` once in so many milliseconds, unless the function answered is called before. */
export type Timer = (ms: number, run: () => void) => () => void

/** The timer of this process. */
export const systemTimer: Timer = (ms, run) => {
  const timeout = setTimeout(run, ms)
  return () => clearTimeout(timeout)
}
