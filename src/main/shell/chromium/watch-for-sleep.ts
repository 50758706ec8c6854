const LOOK_EVERY_MS = 10_000
const SLEPT_MS = 60_000

/** Calls `onSleep` when this process was not running for over a minute: the machine slept, and nobody says so to plain Node. */
export function watchForSleep(onSleep: () => void): () => void {
  let seen = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    if (now - seen > SLEPT_MS) onSleep()
    seen = now
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
