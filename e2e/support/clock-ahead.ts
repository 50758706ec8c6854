// Loaded before Till: moves its clock ahead, as if that much time had passed since its last run. Also ends its waits of a minute sooner,
// after the first of which its monotonic clock says that the minute has passed.
const ahead = Number(process.env['TILL_CLOCK_AHEAD_SECONDS'] ?? 0) * 1000
const real = Date.now
Date.now = () => real() + ahead

const MINUTE = 60_000
const minute = Number(process.env['TILL_MINUTE_SECONDS'] ?? 60) * 1000
const monotonic = performance.now.bind(performance)
let skipped = 0
performance.now = () => monotonic() + skipped

const wait = globalThis.setTimeout
function waitShorter(run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): NodeJS.Timeout {
  if (ms !== MINUTE) return wait(run, ms, ...args)
  return wait(() => {
    // Only once, or a wallet that nobody uses would lock itself.
    skipped = MINUTE - minute
    run(...args)
  }, minute)
}
globalThis.setTimeout = Object.assign(waitShorter, wait) as typeof setTimeout
