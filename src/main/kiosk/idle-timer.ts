/** Calls `lock` after `minutes()` without activity; `active` restarts the timer. */
export interface IdleTimer {
  active(): void
  stop(): void
}

const LOOK_EVERY_MS = 5_000

/** Creates the timer; a changed setting counts from the next check. */
export function createIdleTimer(minutes: () => number, monotonic: () => number, lock: () => void): IdleTimer {
  let seen = monotonic()
  const timer = setInterval(() => {
    if (monotonic() - seen >= minutes() * 60_000) lock()
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    active: () => void (seen = monotonic()),
    stop: () => clearInterval(timer),
  }
}
