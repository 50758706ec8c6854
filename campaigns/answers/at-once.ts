/** Runs `work` on a list, at most so many at a time. Returns each result or error in the list's order. */
export async function atOnce<T, R>(
  list: readonly T[],
  size: number,
  work: (one: T) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const results: PromiseSettledResult<R>[] = []
  const waiting = [...list.entries()]
  async function worker(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, one] = next
      const [result] = await Promise.allSettled([work(one)])
      results[index] = result
    }
  }
  await Promise.all(Array.from({ length: size }, worker))
  return results
}
