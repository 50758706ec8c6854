import { expect, it } from 'vitest'
import { endOfNumber } from './end-of-number.ts'

it.each([
  ['+52 55 1234 5678', '…5678'],
  ['+33 6 12 34 56 78', '…56 78'],
  ['+57 300 1234567', '…1234567'],
  ['5512345678', '…5678'],
  ['12', '12'],
  ['12 3', '12 3'],
])('%j is cut between its groups: %j', (number, end) => {
  expect(endOfNumber(number)).toBe(end)
})
