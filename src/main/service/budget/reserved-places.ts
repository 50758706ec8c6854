/** Places reserved for owners, in memory. */
export interface ReservedPlaces {
  has(owner: string): boolean
  /** Returns the number of all reserved places, without those of `owner`. */
  countWithout(owner?: string): number
  /** Replaces an owner's places. */
  set(owner: string, places: number): void
  /** Uses one of an owner's places, if any. */
  use(owner: string): void
  release(owner: string): void
}

/** Creates the places of a budget; none is reserved. */
export function createReservedPlaces(): ReservedPlaces {
  const held = new Map<string, number>()

  return {
    has: (owner) => held.has(owner),
    countWithout(owner) {
      let count = 0
      for (const [other, places] of held) if (other !== owner) count += places
      return count
    },
    set: (owner, places) => void held.set(owner, places),
    use(owner) {
      const places = (held.get(owner) ?? 0) - 1
      if (places > 0) held.set(owner, places)
      else held.delete(owner)
    },
    release: (owner) => void held.delete(owner),
  }
}
