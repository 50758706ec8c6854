/** Wraps `read` so that every caller gets an answer that was begun after the call; callers that wait together share one. */
export function afresh<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | null = null
  let next: Promise<T> | null = null

  function begin(): Promise<T> {
    next = null
    const reading = read()
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

  return () => {
    if (running === null) return begin()
    next ??= running.then(begin)
    return next
  }
}
