const LOOK_EVERY_MS = 10_000
const SLEPT_MS = 60_000

/** Calls `onSleep` after this process was suspended for over a minute: plain Node has no event for the machine's sleep. */
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
