/** A queue of keys, each once, ordered by deadline. */
export interface PriorityQueue {
  /** Adds `key`; a key already queued moves forward, never back. */
  add(key: string, deadline: number): void
  /** Removes the first key and returns it. */
  take(): string | undefined
  clear(): void
}

/** Creates an empty queue; of two keys with the same deadline the earlier one is first. */
export function createPriorityQueue(): PriorityQueue {
  const deadlines = new Map<string, number>()
  // In order from `head` on; most keys have the latest deadline and go to the end. A key that moved forward also stays at its old position.
  let entries: { readonly key: string; readonly deadline: number }[] = []
  let head = 0

  return {
    add(key, deadline) {
      if ((deadlines.get(key) ?? Infinity) <= deadline) return
      deadlines.set(key, deadline)
      let [low, high] = [head, entries.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((entries[middle]?.deadline ?? 0) > deadline) high = middle
        else low = middle + 1
      }
      entries.splice(low, 0, { key, deadline })
    },
    take() {
      if (head > entries.length / 2) {
        entries = entries.slice(head)
        head = 0
      }
      for (let next = entries[head]; next; next = entries[head]) {
        head++
        if (deadlines.get(next.key) !== next.deadline) continue
        deadlines.delete(next.key)
        return next.key
      }
      entries = []
      head = 0
      return undefined
    },
    clear() {
      deadlines.clear()
      entries = []
      head = 0
    },
  }
}
