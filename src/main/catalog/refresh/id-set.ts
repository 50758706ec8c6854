/** Row ids as one bit each, so that half a million need 64 KB. */
export interface IdSet {
  has(id: number): boolean
  add(id: number): void
}

export function createIdSet(): IdSet {
  let bits = new Uint8Array(8192)
  return {
    has: (id) => ((bits[id >>> 3] ?? 0) & (1 << (id & 7))) !== 0,
    add(id) {
      const at = id >>> 3
      if (at >= bits.length) {
        const larger = new Uint8Array(Math.max(at + 1, bits.length * 2))
        larger.set(bits)
        bits = larger
      }
      bits[at] = (bits[at] ?? 0) | (1 << (id & 7))
    },
  }
}
