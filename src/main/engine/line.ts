/** Keys in line, each once, the one whose deadline is next in front. */
export interface Line {
  /** Puts `key` in line; one that is there already moves forward, never back. */
  add(key: string, deadline: number): void
  /** Takes the first out of the line. */
  take(): string | undefined
  clear(): void
}

/** Builds an empty line; of two with the same deadline the one that came first is first. */
export function createLine(): Line {
  const deadlines = new Map<string, number>()
  // In order from `head` on; most come with the latest deadline, and are put at the end. What moved forward is still at its old place.
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
