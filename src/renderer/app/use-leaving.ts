import { onScopeDispose, ref, type Ref } from 'vue'
import { onActivity } from './on-activity.ts'

/** From here on the seconds are counted in the open. */
const SHOWN_SECONDS = 15

/**
 * How many seconds are left until nobody is taken to be here, null while there are more than 15; then `leave` is called. Every sign of a
 * person begins anew.
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
