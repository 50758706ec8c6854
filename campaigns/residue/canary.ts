/** A known value in a known location. A search that misses it is worthless. */
export interface Canary {
  readonly text: string
  readonly bytes: Uint8Array
  /** 256 bits. */
  readonly number: bigint
}

/**
 * Makes a canary from a seed and keeps it on the global object. The location that plants it needs only the seed.
 * It calls nothing outside itself, because it runs in pages too.
 */
export function plantCanary(seed: number): Canary {
  let state = seed
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const text = Array.from({ length: 24 }, () => String.fromCharCode(97 + draw(26))).join('')
  const bytes = Uint8Array.from({ length: 32 }, () => draw(256))
  const hex = Array.from({ length: 64 }, (_, at) => (at === 0 ? 15 : draw(16)).toString(16)).join('')
  const canary = { text, bytes, number: BigInt(`0x${hex}`) }
  Object.assign(globalThis, { canary })
  return canary
}
