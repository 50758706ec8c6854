import { expect, test } from 'vitest'
import { altogether } from './altogether.ts'

test('never adds up different coins', () => {
  expect(altogether('10.42', '0.000042', false)).toEqual({ amount: '10.42', apart: '0.000042', isOne: false })
})

test('adds price and fee in one coin, to the last digit', () => {
  expect(altogether('10.42', '0.000000000000000001', true)).toEqual({
    amount: '10.420000000000000001',
    apart: null,
    isOne: true,
  })
})

test('an unknown fee adds nothing', () => {
  expect(altogether('10.42', null, true)).toEqual({ amount: '10.42', apart: null, isOne: false })
})
