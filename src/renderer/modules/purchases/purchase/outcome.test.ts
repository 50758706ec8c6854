import { expect, test } from 'vitest'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { isCancelling, leavesAllowance } from './outcome.ts'

type Step = PurchaseView['steps'][number]
const at = '2026-03-04T12:00:00Z'
const [pay] = scriptedPurchase(1, 'delivered', 1).steps
const steps = (approve: Step['state'], paid: Step['state']): Step[] => [
  { ...pay!, kind: 'approve', state: approve },
  { ...pay!, state: paid },
]

test('reports a remaining allowance if the network accepted it and the payment failed', () => {
  for (const approve of ['mined', 'confirmed', 'final'] as const)
    for (const paid of ['none', 'reverted', 'cancelled'] as const)
      expect(leavesAllowance({ status: 'not-paid', steps: steps(approve, paid) })).toBe(true)
})

test('reports no allowance that was not accepted, is still needed, or was used', () => {
  for (const approve of ['none', 'signed', 'reverted', 'cancelled', 'superseded'] as const)
    expect(leavesAllowance({ status: 'not-paid', steps: steps(approve, 'none') })).toBe(false)
  for (const status of ['paying', 'on-its-way', 'delivered', 'failed', 'refunded', 'needs-you'] as const)
    expect(leavesAllowance({ status, steps: steps('final', 'final') })).toBe(false)
  expect(leavesAllowance(scriptedPurchase(1, 'not-paid', 1))).toBe(false)
})

test('is cancelling until the network accepts the payment or the cancel', () => {
  const purchase = scriptedPurchase(1, 'paying', 1, { feeChange: { action: 'cancel', at } })
  expect(isCancelling(purchase)).toBe(true)
  expect(isCancelling({ ...purchase, steps: steps('final', 'mined') })).toBe(false)
  expect(isCancelling({ ...purchase, feeChange: { action: 'speed-up', at } })).toBe(false)
  expect(isCancelling({ ...purchase, feeChange: null })).toBe(false)
  expect(isCancelling({ ...purchase, status: 'not-paid' })).toBe(false)
})
