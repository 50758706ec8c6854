/** Coalesces calls: waiting callers share one read, with the last caller's arguments. Never returns a read that started before the call. */
export function coalesce<Q extends unknown[], T>(read: (...args: Q) => Promise<T>): (...args: Q) => Promise<T> {
  let running: Promise<unknown> | null = null
  let next: { args: Q; readonly answer: Promise<T> } | null = null

  function begin(args: Q): Promise<T> {
    const reading = read(...args)
    const done = reading.then(
      () => undefined,
      () => undefined,
    )
    running = done
    void done.then(() => {
      if (running === done) running = null
    })
    return reading
  }

  return (...args) => {
    if (running === null) return begin(args)
    if (next !== null) {
      next.args = args
      return next.answer
    }
    const waiting: { args: Q; answer: Promise<T> } = {
      args,
      answer: running.then(() => {
        next = null
        return begin(waiting.args)
      }),
    }
    next = waiting
    return waiting.answer
  }
}
