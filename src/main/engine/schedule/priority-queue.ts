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
  // In order from `head` on; most keys have the latest deadline and go to the end. A key that moved forward also stays at its old place.
  let places: { readonly key: string; readonly deadline: number }[] = []
  let head = 0

  return {
    add(key, deadline) {
      if ((deadlines.get(key) ?? Infinity) <= deadline) return
      deadlines.set(key, deadline)
      let [low, high] = [head, places.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((places[middle]?.deadline ?? 0) > deadline) high = middle
        else low = middle + 1
      }
      places.splice(low, 0, { key, deadline })
    },
    take() {
      if (head > places.length / 2) {
        places = places.slice(head)
        head = 0
      }
      for (let next = places[head]; next; next = places[head]) {
        head++
        if (deadlines.get(next.key) !== next.deadline) continue
        deadlines.delete(next.key)
        return next.key
      }
      places = []
      head = 0
      return undefined
    },
    clear() {
      deadlines.clear()
      places = []
      head = 0
    },
  }
}
