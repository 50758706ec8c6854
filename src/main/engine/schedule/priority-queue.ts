/** A queue of keys, each once, ordered by deadline. */
export interface PriorityQueue {
  /** Adds `key`; a key already queued moves forward, never back. */
  add(key: string, deadline: number): void
  /** Removes the first key and returns it. */
  take(): string | undefined
  clear(): void
}

interface Entry {
  readonly key: string
  readonly deadline: number
}

/** Creates an empty queue; of two keys with the same deadline the earlier one is first. */
export function createPriorityQueue(): PriorityQueue {
  const queued = new Map<string, Entry>()
  // In order from `head` on; most keys have the latest deadline and go to the end. A key that moved forward also stays at its old position.
  let entries: Entry[] = []
  let head = 0

  return {
    add(key, deadline) {
      if ((queued.get(key)?.deadline ?? Infinity) <= deadline) return
      const entry = { key, deadline }
      queued.set(key, entry)
      let [low, high] = [head, entries.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((entries[middle]?.deadline ?? 0) > deadline) high = middle
        else low = middle + 1
      }
      entries.splice(low, 0, entry)
    },
    take() {
      if (head > entries.length / 2) {
        entries = entries.slice(head)
        head = 0
      }
      for (let next = entries[head]; next; next = entries[head]) {
        head++
        if (queued.get(next.key) !== next) continue
        queued.delete(next.key)
        return next.key
      }
      entries = []
      head = 0
      return undefined
    },
    clear() {
      queued.clear()
      entries = []
      head = 0
    },
  }
}
