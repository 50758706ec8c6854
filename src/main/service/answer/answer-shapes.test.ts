import { expect, test } from 'vitest'
import { compareDecimals, multiplyDecimals } from '../../../shared/money.ts'
import { decimalOf } from './answer-shapes.ts'

const most = `5.${'1'.repeat(36)}`

test.each([
  ['5.24', '5.24'],
  [' 5 ', '5'],
  [0.1, '0.1'],
  [most, most],
  [`${most}1`, null],
  [1e21, null],
  ['-5', null],
  ['1e3', null],
  [null, null],
  [true, null],
])('%j is read as the amount %s', (value, amount) => {
  expect(decimalOf(value)).toBe(amount)
})

test('the longest amount that is read can be multiplied by another one and compared', () => {
  expect(compareDecimals(multiplyDecimals(most, most), most)).toBeGreaterThan(0)
})
