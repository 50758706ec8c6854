/** The ids added last. */
export interface RecentIds {
  add(id: string): void
  has(id: string): boolean
  all(): readonly string[]
}

/** Creates a memory of the `most` ids added last. */
export function createRecentIds(most: number): RecentIds {
  const ids = new Set<string>()
  return {
    add(id) {
      ids.delete(id)
      ids.add(id)
      const [oldest] = ids
      if (ids.size > most && oldest !== undefined) ids.delete(oldest)
    },
    has: (id) => ids.has(id),
    all: () => [...ids],
  }
}
