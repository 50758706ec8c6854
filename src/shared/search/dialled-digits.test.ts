import { expect, it } from 'vitest'
import { dialledDigits, isAtStart } from './dialled-digits.ts'

it.each([
  ['06', ['06', '6']],
  ['06 12 34 56 78', ['0612345678', '612345678']],
  ['+33 (0)6 12 34 56 78', ['33612345678']],
  ['0033612345678', ['0033612345678', '33612345678']],
  ['+52 1 55 1234 5678', ['5215512345678', '525512345678']],
  ['0', ['0']],
  ['-', []],
])('%j has its digits as typed, and without what only dials', (typed, digits) => {
  expect(dialledDigits(typed)).toEqual(digits)
})

it('the start of a number is its country’s code, or what is behind that', () => {
  for (const start of ['33', '336', '612']) expect(isAtStart(start, '33612345678')).toBe(true)
  for (const other of ['345', '7']) expect(isAtStart(other, '33612345678')).toBe(false)
})
