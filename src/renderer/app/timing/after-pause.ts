import { onScopeDispose } from 'vue'

/** Long enough between two keys, short enough after the last one. */
const PAUSE_MS = 250

/** Returns a function that runs its work once a pause followed the last call; nothing runs after the component is gone. */
export function useAfterPause(): (work: () => void) => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(waiting))
  return (work) => {
    clearTimeout(waiting)
    waiting = setTimeout(work, PAUSE_MS)
  }
}
