import { onScopeDispose, ref, type Ref } from 'vue'
import { onActivity } from '../input/on-activity.ts'

/** From here on the countdown is visible. */
const SHOWN_SECONDS = 15

/**
 * Returns the seconds until the user counts as gone, null while there are more than 15; then calls `leave`. Every
 * activity restarts it.
 */
export function useLeaving(minutes: () => number, leave: () => void): Readonly<Ref<number | null>> {
  const left = ref<number | null>(null)
  let seen = performance.now()
  onActivity(() => {
    seen = performance.now()
    left.value = null
  })
  const timer = setInterval(() => {
    const seconds = Math.ceil((seen + minutes() * 60_000 - performance.now()) / 1000)
    left.value = seconds > SHOWN_SECONDS ? null : Math.max(0, seconds)
    if (seconds <= 0) leave()
  }, 1000)
  onScopeDispose(() => clearInterval(timer))
  return left
}
