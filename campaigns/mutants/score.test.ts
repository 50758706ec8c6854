import { expect, it } from 'vitest'
import { percentOf, sumScores } from './score.ts'

it('a sum of scores passes only if each of them does', () => {
  const good = { mutants: 10, caught: 9, passed: true }
  expect(sumScores([good, good])).toEqual({ mutants: 20, caught: 18, passed: true })
  expect(sumScores([good, { ...good, passed: false }])).toEqual({ mutants: 20, caught: 18, passed: false })
  expect(sumScores([{ ...good, passed: false }, good]).passed).toBe(false)
})

it('only all faults make a hundred percent', () => {
  expect(percentOf({ mutants: 8, caught: 8 })).toBe(100)
  expect(percentOf({ mutants: 100_000, caught: 99_999 })).toBe(99.9)
  expect(percentOf({ mutants: 3, caught: 2 })).toBe(66.6)
})
