import { expect, it } from 'vitest'
import { unitsOrNull } from './units-or-null.ts'

it.each([
  ['5.1', 5_100_000n],
  ['0.000001', 1n],
  ['0.0000001', null],
  ['five', null],
  ['-1', null],
] as const)('reads %s of a coin with six decimals as %s', (amount, units) => {
  expect(unitsOrNull(amount, 6)).toBe(units)
})
