import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateNonces } from './allocate-nonces.ts'

const nonce = fc.nat({ max: 60 })

describe('allocateNonces', () => {
  it('returns free nonces from the pending one on, ascending, gaps first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), nonce, fc.uniqueArray(nonce), (count, pending, used) => {
        const known = new Set(used)
        const given = allocateNonces(count, pending, known)
        expect(given).toHaveLength(count)
        expect(given.every((one) => one >= pending && !known.has(one))).toBe(true)
        expect(given).toEqual([...new Set(given)].sort((a, b) => a - b))
        // No free nonce was skipped.
        for (let one = pending; one < (given.at(-1) ?? pending); one++) {
          expect(known.has(one) || given.includes(one)).toBe(true)
        }
      }),
    )
  })

  it('never returns a nonce twice, however purchases interleave', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), nonce)), (purchases) => {
        const known = new Set<number>()
        for (const [count, pending] of purchases) {
          for (const one of allocateNonces(count, pending, known)) {
            expect(known.has(one)).toBe(false)
            known.add(one)
          }
        }
      }),
    )
  })
})
