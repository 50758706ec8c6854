import type { Needle } from './forms.ts'

/** A needle found at an offset of the searched bytes. */
export interface Hit {
  readonly secret: string
  readonly form: string
  readonly at: number
}

export interface Searcher {
  /** The longest needle in bytes, which is how much adjacent stretches must overlap. */
  readonly longest: number
  /** Returns the needles that begin in the first `until` bytes. Adjacent ones of the same secret and form count once. */
  search(bytes: Uint8Array, until?: number): Hit[]
}

/** Searches for many needles at once (Wu and Manber, 1994): the next two bytes decide how far it may skip. */
export function createSearcher(needles: readonly Needle[]): Searcher {
  const shortest = Math.min(...needles.map(({ bytes }) => bytes.length))
  if (shortest < 8) throw new Error('A needle this short would be found by chance')
  const last = shortest - 2
  const skips = new Uint8Array(65_536).fill(Math.min(last + 1, 255))
  const ending = new Map<number, Needle[]>()
  for (const needle of needles) {
    for (let at = 0; at <= last; at++) {
      const pair = pairAt(needle.bytes, at)
      skips[pair] = Math.min(skips[pair] ?? 0, last - at)
    }
    const pair = pairAt(needle.bytes, last)
    ending.set(pair, [...(ending.get(pair) ?? []), needle])
  }

  function found(bytes: Uint8Array, until: number): { needle: Needle; at: number }[] {
    const list: { needle: Needle; at: number }[] = []
    for (let at = last; at + 1 < bytes.length && at - last < until;) {
      const pair = pairAt(bytes, at)
      const skip = skips[pair] ?? 0
      if (skip === 0)
        for (const needle of ending.get(pair) ?? [])
          if (isAt(bytes, at - last, needle.bytes)) list.push({ needle, at: at - last })
      at += Math.max(skip, 1)
    }
    return list
  }

  return {
    longest: Math.max(...needles.map(({ bytes }) => bytes.length)),
    search(bytes, until = bytes.length) {
      const ends = new Map<string, number>()
      return found(bytes, until).flatMap(({ needle: { secret, form, bytes: wanted }, at }) => {
        const kind = `${secret}/${form}`
        // At most one two-byte character separates the pieces of a text.
        const isMore = at <= (ends.get(kind) ?? -3) + 2
        ends.set(kind, at + wanted.length)
        return isMore ? [] : [{ secret, form, at }]
      })
    },
  }
}

const pairAt = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)

function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let offset = 0; offset < wanted.length; offset++) if (bytes[at + offset] !== wanted[offset]) return false
  return true
}
