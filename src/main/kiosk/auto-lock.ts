/** Calls `lock` after `minutes()` without a sign of the person; `active` is that sign. */
export interface AutoLock {
  active(): void
  stop(): void
}

const LOOK_EVERY_MS = 5_000

/** Watches for a person who went away; a change of the setting counts from the next look on. */
export function createAutoLock(minutes: () => number, monotonic: () => number, lock: () => void): AutoLock {
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
