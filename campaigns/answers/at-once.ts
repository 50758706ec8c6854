/** Works on a list, so many at a time; answers in the list's order, each with its result or what was thrown. */
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
