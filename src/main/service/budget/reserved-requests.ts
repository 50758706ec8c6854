/** Requests reserved for owners, in memory. */
export interface ReservedRequests {
  has(owner: string): boolean
  /** Returns the number of all reserved requests, without those of `owner`. */
  countWithout(owner?: string): number
  /** Replaces an owner's requests. */
  set(owner: string, requests: number): void
  /** Uses one of an owner's requests, if any. */
  use(owner: string): void
  release(owner: string): void
}

/** Creates the reserved requests of a budget; there are none. */
export function createReservedRequests(): ReservedRequests {
  const held = new Map<string, number>()

  return {
    has: (owner) => held.has(owner),
    countWithout(owner) {
      let count = 0
      for (const [other, requests] of held) if (other !== owner) count += requests
      return count
    },
    set: (owner, requests) => void held.set(owner, requests),
    use(owner) {
      const requests = (held.get(owner) ?? 0) - 1
      if (requests > 0) held.set(owner, requests)
      else held.delete(owner)
    },
    release: (owner) => void held.delete(owner),
  }
}
