import { createMutex } from '../../shared/mutex.ts'

/** Takes one way out of a rescue at a time. */
export type TakeWayOut = <T>(wayOut: () => Promise<T>) => Promise<T | undefined>

/**
 * Creates the turns of a rescue, whose ways out each end with a restart. After one of them succeeded another app is open, so those that
 * waited do nothing and return undefined. A failed one can be repeated.
 */
export function createTurns(): TakeWayOut {
  const alone = createMutex()
  let isOver = false
  return (wayOut) =>
    alone(async () => {
      if (isOver) return undefined
      const value = await wayOut()
      isOver = true
      return value
    })
}
