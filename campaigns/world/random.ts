/** A stream of numbers that depends on its seed alone. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** Returns an integer from 0 up to, but not including, `end`. */
  below(end: number): number
  pick<T>(list: readonly [T, ...T[]]): T
}

/** Creates a stream with Mulberry32, a public-domain generator by Tommy Ettinger: small, fast, and good enough to vary a campaign. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return { next, below, pick: (list) => list[below(list.length)] ?? list[0] }
}
