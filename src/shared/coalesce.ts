/** Wraps `read` so that every caller gets an answer that was begun after the call; callers that wait share one, for the last of them. */
export function coalesce<Q extends unknown[], T>(read: (...question: Q) => Promise<T>): (...question: Q) => Promise<T> {
  let running: Promise<unknown> | null = null
  let next: { question: Q; readonly answer: Promise<T> } | null = null

  function begin(question: Q): Promise<T> {
    const reading = read(...question)
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

  return (...question) => {
    if (running === null) return begin(question)
    if (next !== null) {
      next.question = question
      return next.answer
    }
    const waiting: { question: Q; answer: Promise<T> } = {
      question,
      answer: running.then(() => {
        next = null
        return begin(waiting.question)
      }),
    }
    next = waiting
    return waiting.answer
  }
}
