import { expect, test } from 'vitest'
import { totalWithFee } from './total-with-fee.ts'

test('never adds up different coins', () => {
  expect(totalWithFee('10.42', '0.000042', false)).toEqual({ amount: '10.42', separateFee: '0.000042', isOne: false })
})

test('adds price and fee in one coin, to the last digit', () => {
  expect(totalWithFee('10.42', '0.000000000000000001', true)).toEqual({
    amount: '10.420000000000000001',
    separateFee: null,
    isOne: true,
  })
})

test('an unknown fee adds nothing', () => {
  expect(totalWithFee('10.42', null, true)).toEqual({ amount: '10.42', separateFee: null, isOne: false })
})
