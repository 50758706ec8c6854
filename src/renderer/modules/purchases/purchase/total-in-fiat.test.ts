import { expect, test } from 'vitest'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { totalInFiat } from './total-in-fiat.ts'

const fees = { fiatAmount: '200', assetAmount: '10', totalAmount: '10.5' }

test.each([
  ['the fee of the service', fees, '210'],
  ['the network fee in the same coin', { ...fees, totalAmount: '10', paysNative: true }, '200.00083156250756'],
  ['no fee', { ...fees, totalAmount: '10' }, null],
  ['a price without coins', { ...fees, assetAmount: '0' }, null],
])('with %s', (_, values, expected) => {
  expect(totalInFiat(scriptedPurchase(1, 'delivered', 9, values))).toBe(expected)
})
