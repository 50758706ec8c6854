import { onScopeDispose } from 'vue'
import { request } from './client.ts'

/** At most this often main is told, in milliseconds: well under the shortest automatic lock of a minute. */
const every = 20_000

/** Tells main that the person is there, while `isWanted`, so that Till does not lock itself under their hands. */
export function tellActivity(isWanted: () => boolean): void {
  let last = -every
  function seen(event: Event): void {
    if (!isWanted() || event.timeStamp - last < every) return
    last = event.timeStamp
    // What main does not hear only brings the lock forward.
    request('app.active').catch(() => undefined)
  }
  const kinds = ['pointerdown', 'keydown', 'wheel'] as const
  for (const kind of kinds) window.addEventListener(kind, seen, { passive: true, capture: true })
  onScopeDispose(() => {
    for (const kind of kinds) window.removeEventListener(kind, seen, { capture: true })
  })
}
