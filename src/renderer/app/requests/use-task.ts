import { ref, shallowRef } from 'vue'
import { type AppError, toAppError } from '../../../shared/errors.ts'

/**
 * Wraps async `work` with its running and error state. `run` returns the value, or undefined if the work failed
 * (see `error`) or a later run has superseded it.
 */
export function useTask<A extends unknown[], T>(work: (...input: A) => Promise<T>) {
  const running = ref(false)
  const error = shallowRef<AppError | null>(null)
  let latest = 0

  async function run(...input: A): Promise<T | undefined> {
    const turn = ++latest
    running.value = true
    error.value = null
    try {
      const value = await work(...input)
      return turn === latest ? value : undefined
    } catch (thrown) {
      if (turn === latest) error.value = toAppError(thrown)
      return undefined
    } finally {
      if (turn === latest) running.value = false
    }
  }

  /** Gives up on a run in progress: its result is ignored. */
  function cancel(): void {
    latest += 1
    running.value = false
  }

  return { run, running, error, cancel }
}
