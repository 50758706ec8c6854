import { expect, test } from 'vitest'
import { refundOf, scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { netCost } from './net-cost.ts'

const refunded = scriptedPurchase(1, 'refunded', 1)
const fee = '0.000041578125378'
const withRefund = (refund: Partial<PurchaseView['refund']>, given: Partial<PurchaseView> = {}): PurchaseView => ({
  ...refunded,
  ...given,
  refund: { ...refunded.refund, ...refund },
})

test('a whole refund leaves only the network fee', () => {
  expect(netCost(refunded)).toEqual({ amount: null, fee })
})

test('adds what did not come back, but never coins of two kinds', () => {
  expect(netCost(withRefund({ amount: '10.84' }))).toEqual({ amount: '0.21', fee })
  const native = { paysNative: true, totalAmount: '0.01' }
  expect(netCost(withRefund({ amount: '0.009' }, native))).toEqual({ amount: '0.001041578125378', fee: null })
})

test('a claimed refund leaves the network fees of the payment and of the claim', () => {
  const parts = [{ ...refundOf('11.05'), evidence: 'claim', claimFee: '0.00002' } as const]
  expect(netCost(withRefund({ parts }))).toEqual({ amount: null, fee: '0.000061578125378' })
  const native = { paysNative: true, totalAmount: '0.01' }
  expect(netCost(withRefund({ amount: '0.01', parts }, native))).toEqual({ amount: '0.000061578125378', fee: null })
})

test('is unknown without a counted refund or its fees, and for more than was paid', () => {
  expect(netCost(scriptedPurchase(1, 'failed', 1))).toBeNull()
  expect(netCost(withRefund({ amount: '12' }))).toBeNull()
  expect(netCost(withRefund({ parts: [{ ...refundOf('11.05'), evidence: 'claim' }] }))).toBeNull()
  const twice = [
    { ...refundOf('5'), evidence: 'claim', claimFee: '0.00002' } as const,
    { ...refundOf('6.05'), evidence: 'claim' } as const,
  ]
  expect(netCost(withRefund({ parts: twice }))).toBeNull()
  const steps = refunded.steps.map((step) => ({ ...step, networkFee: null }))
  expect(netCost(withRefund({}, { steps }))).toBeNull()
})
