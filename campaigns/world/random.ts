/** A stream of numbers that its seed decides alone. */
export interface Random {
  /** From 0 up to, and without, 1. */
  next(): number
  /** An integer from 0 up to, and without, `end`. */
  below(end: number): number
  pick<T>(list: readonly [T, ...T[]]): T
}

/** Mulberry32, a public-domain generator by Tommy Ettinger: small, fast, and good enough to vary a campaign. */
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
