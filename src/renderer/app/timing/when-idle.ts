import { allAnswered, isAwaiting } from '../requests/client.ts'

const LATEST_MS = 1000

/** Runs `work` once main has answered all requests and the page is drawn, or after a second. */
export function whenIdle(work: () => void): void {
  const latest = performance.now() + LATEST_MS
  // That of this page: a later one in the same window has another.
  const idle = window.requestIdleCallback.bind(window)
  function check(): void {
    const timeout = latest - performance.now()
    if (timeout <= 0 || !isAwaiting()) return work()
    const late = new Promise((resolve) => setTimeout(resolve, timeout))
    void Promise.race([allAnswered(), late]).then(() => idle(check, { timeout }))
  }
  idle(check, { timeout: LATEST_MS })
}
