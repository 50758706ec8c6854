import fc from 'fast-check'
import { expect, it } from 'vitest'
import { judgeRefund, type OwedRefund, type RefundCandidate } from './judge-refund.ts'

const amount = fc.bigInt({ min: 1n, max: 60n })
const owed = (id: string): fc.Arbitrary<OwedRefund> =>
  fc.record({ id: fc.constant(id), units: amount, fee: fc.bigInt({ min: 0n, max: 5n }) })
const others = fc
  .integer({ min: 0, max: 5 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => owed(`other-${index}`))))
const candidate: fc.Arbitrary<RefundCandidate> = fc.record({
  units: amount,
  isKnown: fc.boolean(),
  isProven: fc.boolean(),
})

const due = ({ units, fee }: OwedRefund): bigint[] => [units, ...(units > fee ? [units - fee] : [])]

it('counts only what is proven, from a known sender, and exactly what is owed with or without the fee', () => {
  fc.assert(
    fc.property(candidate, owed('own'), others, (one, own, rest) => {
      const verdict = judgeRefund(one, own, rest)
      const isExact = due(own).includes(one.units)
      if (verdict.is === 'refund') expect([one.isKnown, one.isProven, isExact]).toEqual([true, true, true])
      if (one.isKnown && one.isProven && one.units === own.units) expect(verdict.is).toBe('refund')
    }),
    { numRuns: 2_000 },
  )
})

it('asks about no stranger that a node may have invented', () => {
  fc.assert(
    fc.property(candidate, owed('own'), others, (one, own, rest) => {
      if (judgeRefund(one, own, rest).is !== 'question') return
      expect(one.isKnown || one.isProven).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

it('covers several purchases only where what they are owed makes the whole transfer, to the last unit', () => {
  fc.assert(
    fc.property(candidate, owed('own'), others, (one, own, rest) => {
      const verdict = judgeRefund({ ...one, isProven: true }, own, rest)
      if (verdict.is !== 'question' || verdict.covers.length === 1) return
      expect(verdict.covers[0]).toBe('own')
      const covered = [own, ...rest].filter(({ id }) => verdict.covers.includes(id))
      const sums = [
        covered.reduce((sum, { units }) => sum + units, 0n),
        covered.reduce((sum, each) => sum + (due(each).at(-1) ?? 0n), 0n),
      ]
      expect(sums).toContain(one.units)
    }),
    { numRuns: 2_000 },
  )
})

it('finds two, three and all of many', () => {
  const own = { id: 'own', units: 1_000n, fee: 10n }
  const many = Array.from({ length: 50 }, (_, index) => ({
    id: `${index}`,
    units: 2_000n + BigInt(index ** 3),
    fee: 7n,
  }))
  const candidate = (units: bigint): RefundCandidate => ({ units, isKnown: false, isProven: true })
  const covers = (units: bigint): unknown => judgeRefund(candidate(units), own, many)
  expect(covers(1_000n + 2_027n)).toEqual({ is: 'question', covers: ['own', '3'] })
  expect(covers(1_000n + 2_027n + 2_343n - 24n)).toEqual({ is: 'question', covers: ['own', '3', '7'] })
  const all = many.reduce((sum, { units }) => sum + units, 1_000n)
  expect(covers(all)).toEqual({ is: 'question', covers: ['own', ...many.map(({ id }) => id)] })
})
