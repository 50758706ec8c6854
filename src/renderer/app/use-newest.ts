import { ref, shallowRef } from 'vue'
import { type AppError, toAppError } from '../../shared/errors.ts'

/**
 * Does `work` for the newest of what it is asked: one at a time, and of all that was asked meanwhile only the last, so that an older
 * answer never comes after a newer one. `error` is what the last one failed with.
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
      // While a newer one waits, nobody minds that an older one failed.
      if (waiting.length === 0) error.value = failed
    }
    running.value = false
  }
  return { ask, running, error }
}
