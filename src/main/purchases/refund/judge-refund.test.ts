import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isWholeRefund, judgeRefund, type OwedRefund, type RefundCandidate } from './judge-refund.ts'

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
  isPaidElsewhere: fc.boolean(),
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

it('never asks about an unknown sender that a node may have invented', () => {
  fc.assert(
    fc.property(candidate, owed('own'), others, (one, own, rest) => {
      if (judgeRefund(one, own, rest).is !== 'question') return
      expect(one.isKnown || one.isProven).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

it('covers several purchases only if their refunds add up to exactly the whole transfer', () => {
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
  const candidate = (units: bigint): RefundCandidate => ({
    units,
    isKnown: false,
    isProven: true,
    isPaidElsewhere: false,
  })
  const covers = (units: bigint): unknown => judgeRefund(candidate(units), own, many)
  expect(covers(1_000n + 2_027n)).toEqual({ is: 'question', covers: ['own', '3'] })
  expect(covers(1_000n + 2_027n + 2_343n - 24n)).toEqual({ is: 'question', covers: ['own', '3', '7'] })
  const all = many.reduce((sum, { units }) => sum + units, 1_000n)
  expect(covers(all)).toEqual({ is: 'question', covers: ['own', ...many.map(({ id }) => id)] })
})

const [own, other, third] = [
  { id: 'own', units: 1_000n, fee: 10n },
  { id: 'other', units: 3_000n, fee: 30n },
  { id: 'third', units: 6_000n, fee: 60n },
]
const refund = { is: 'refund' }
const nothing = { is: 'nothing' }
const about = (...covers: string[]): unknown => ({ is: 'question', covers })

it('takes a whole refund for one, whatever others wait for', () => {
  fc.assert(
    fc.property(candidate, owed('own'), others, fc.boolean(), (drawn, own, rest, isExact) => {
      const one = isExact ? { ...drawn, units: own.units } : drawn
      if (isWholeRefund(one, own)) expect(judgeRefund(one, own, rest)).toEqual({ is: 'refund' })
      else expect(one.isKnown && one.isProven && one.units === own.units).toBe(false)
    }),
  )
})

it.each([
  ['all that is owed, from the payee', 1_000n, [], refund, about('own')],
  ['all that is owed less the fee', 990n, [other], refund, about('own')],
  ['the rest after the fee, which is all that another is owed', 990n, [{ ...other, units: 990n }], nothing, nothing],
  ['the same next to a third purchase', 990n, [third, { ...other, units: 990n }], nothing, nothing],
  ['the rest, if the fee is as much', 10n, [], refund, about('own'), { ...own, units: 10n }],
  ['all that another is owed', 3_000n, [third, other], nothing, nothing],
  ['all that another is owed less its fee', 2_970n, [other, third], nothing, nothing],
  ['some other amount', 700n, [other], about('own'), nothing],
  ['some other amount, with no other purchase open', 700n, [], about('own'), nothing],
  ['what two are owed', 4_000n, [third, other], about('own', 'other'), about('own', 'other')],
  ['what two are owed less their fees', 3_960n, [third, other], about('own', 'other'), about('own', 'other')],
  ['what all are owed', 10_000n, [other, third], about('own', 'other', 'third'), about('own', 'other', 'third')],
  ['what all others are owed', 9_000n, [other, third], about('own'), nothing],
  ['twice what another is owed, plus its own', 7_000n, [other], about('own'), nothing],
  ['twice what is owed', 2_000n, [other], about('own'), nothing],
])('judges %s, from a known sender and from a stranger', (_, units, rest, known, strange, owedHere = own) => {
  expect(judgeRefund({ units, isKnown: true, isProven: true, isPaidElsewhere: false }, owedHere, rest)).toEqual(known)
  expect(judgeRefund({ units, isKnown: false, isProven: true, isPaidElsewhere: false }, owedHere, rest)).toEqual(
    strange,
  )
})

it('asks about an unproven transfer only if its sender is known', () => {
  const unproven = (units: bigint, isKnown: boolean): unknown =>
    judgeRefund({ units, isKnown, isProven: false, isPaidElsewhere: false }, own, [other, third])
  expect([unproven(1_000n, true), unproven(700n, true), unproven(4_000n, true)]).toEqual([
    about('own'),
    about('own'),
    about('own', 'other'),
  ])
  expect([unproven(1_000n, false), unproven(700n, false), unproven(4_000n, false)]).toEqual([nothing, nothing, nothing])
})

it('counts what another purchase may have paid only if it is all that is owed', () => {
  const judge = (units: bigint): unknown =>
    judgeRefund({ units, isKnown: true, isProven: true, isPaidElsewhere: true }, own, [])
  expect([judge(1_000n), judge(990n)]).toEqual([refund, about('own')])
})

it('tries only the first sixty others in pairs', () => {
  const many = Array.from({ length: 62 }, (_, index) => ({
    id: `${index}`,
    units: 1_000n + 2n ** BigInt(index),
    fee: 0n,
  }))
  const sum = (...indexes: number[]): bigint =>
    indexes.reduce((sum, index) => sum + (many[index]?.units ?? 0n), own.units)
  const covers = (units: bigint): unknown =>
    judgeRefund({ units, isKnown: false, isProven: true, isPaidElsewhere: false }, own, many)
  expect(covers(sum(1, 59))).toEqual(about('own', '1', '59'))
  expect(covers(sum(1, 60))).toEqual(nothing)
})
