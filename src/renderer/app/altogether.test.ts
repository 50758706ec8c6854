import { expect, test } from 'vitest'
import { altogether } from './altogether.ts'

test('different coins are never added up', () => {
  expect(altogether('10.42', '0.000042', false)).toEqual({ amount: '10.42', apart: '0.000042', isOne: false })
})

test('price and fee in one coin are one amount, to the last digit', () => {
  expect(altogether('10.42', '0.000000000000000001', true)).toEqual({
    amount: '10.420000000000000001',
    apart: null,
    isOne: true,
  })
})

test('a fee that is not known adds nothing', () => {
  expect(altogether('10.42', null, true)).toEqual({ amount: '10.42', apart: null, isOne: false })
})
