/** Runs tasks one at a time. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>

/** Creates a mutex, which runs its tasks one at a time in the order of the calls. A task that fails does not block the next. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}
