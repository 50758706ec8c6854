const LATEST_MS = 1000

/** Does `work` once the page has drawn what it has and nothing waits, at the latest after a second. */
export function whenIdle(work: () => void): void {
  requestIdleCallback(work, { timeout: LATEST_MS })
}
