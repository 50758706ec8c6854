import type { Waits } from './create-waits.ts'
import type { Desktop } from './desktop.ts'

/** How long a Till without a window waits for a click on its last notification. */
const LINGER_MS = 10 * 60_000

/** Creates the end of a Till without a window: called with whether all is done, it quits some time after it was. */
export function createLinger(wait: Waits, desktop: Desktop, quit: () => void): (isDone: boolean) => void {
  let cancel: (() => void) | null = null

  function end(): void {
    if (!desktop.hasWindow()) quit()
  }

  return (isDone) => {
    if (!isDone) cancel?.()
    cancel = isDone ? (cancel ?? wait.start(LINGER_MS, end)) : null
  }
}
