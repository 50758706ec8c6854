import { ref, shallowRef } from 'vue'
import { type AppError, toAppError } from '../../../shared/errors.ts'

/**
 * Runs `work` for the newest input, one at a time. Of the inputs that arrive meanwhile only the last counts, so an older
 * answer never follows a newer one. `error` is the last run's failure.
 */
export function useNewest<I>(work: (input: I) => Promise<void>) {
  const running = ref(false)
  const error = shallowRef<AppError | null>(null)
  let waiting: [I] | [] = []

  async function ask(input: I): Promise<void> {
    waiting = [input]
    if (running.value) return
    running.value = true
    while (waiting.length > 0) {
      const [now] = waiting as [I]
      waiting = []
      const failed = await work(now).then(() => null, toAppError)
      // While a newer input waits, an older one's failure does not matter.
      if (waiting.length === 0) error.value = failed
    }
    running.value = false
  }
  return { ask, running, error }
}
