import { expect, test } from 'vitest'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { spentFees } from './spent-fees.ts'

const [pay] = scriptedPurchase(1, 'delivered', 1).steps
const withFees = (...fees: (string | null)[]) => ({ steps: fees.map((networkFee) => ({ ...pay!, networkFee })) })

test('adds the fees of all steps exactly', () => {
  expect(spentFees(withFees('0.000041578125378', '0.000000000000000001', '0.00002'))).toBe('0.000061578125378001')
})

test('skips unknown fees, and returns null if none is known', () => {
  expect(spentFees(withFees('0.00002', null))).toBe('0.00002')
  expect(spentFees(withFees(null, null))).toBeNull()
  expect(spentFees(withFees())).toBeNull()
})
