/** Calls `onIdle` after `minutes()` without activity. */
export interface IdleTimer {
  /** Restarts the timer. */
  restart(): void
  stop(): void
}

const CHECK_INTERVAL_MS = 5_000

/** Creates the timer; a changed setting counts from the next check. */
export function createIdleTimer(minutes: () => number, monotonic: () => number, onIdle: () => void): IdleTimer {
  let seen = monotonic()
  const timer = setInterval(() => {
    if (monotonic() - seen >= minutes() * 60_000) onIdle()
  }, CHECK_INTERVAL_MS)
  timer.unref()
  return {
    restart: () => void (seen = monotonic()),
    stop: () => clearInterval(timer),
  }
}
