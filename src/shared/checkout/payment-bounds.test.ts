import { expect, test } from 'vitest'
import { bindingBounds, isWithinBounds } from './payment-bounds.ts'

test.each([
  ['4.99', '5', '10', false],
  ['5.0', '5', '10', true],
  ['10.00', '5', '10', true],
  ['10.01', '5', '10', false],
  ['0.01', null, null, true],
  ['900', '5', null, true],
  ['900', '5', '0.0', true],
])('a total of %s between %s and %s is within: %s', (total, minAllowance, maxAllowance, isWithin) => {
  expect(isWithinBounds({ minAllowance, maxAllowance }, total)).toBe(isWithin)
})

test('a bound of 0 means no bound', () => {
  expect(bindingBounds({ minAllowance: '0', maxAllowance: '0.00' })).toEqual({ minAllowance: null, maxAllowance: null })
  expect(bindingBounds({ minAllowance: '0.1', maxAllowance: '5' })).toEqual({ minAllowance: '0.1', maxAllowance: '5' })
})
