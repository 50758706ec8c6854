import { expect, it } from 'vitest'
import { noLimits, type Limits } from '../../shared/limits/views.ts'
import { assertNotAbove, strictest } from './strictest-limits.ts'

const kinds = ['perPurchase', 'perDay', 'perRecipient'] as const
const most: Limits = { perPurchase: '20', perDay: '50', perRecipient: '30' }

it('the lower of two limits applies, kind by kind, compared as numbers and not as text', () => {
  const one: Limits = { perPurchase: '9', perDay: '100', perRecipient: null }
  const other: Limits = { perPurchase: '10', perDay: '20.5', perRecipient: '7' }
  const lower = { perPurchase: '9', perDay: '20.5', perRecipient: '7' }
  expect([strictest(one, other), strictest(other, one)]).toEqual([lower, lower])
  expect(strictest(noLimits, noLimits)).toEqual(noLimits)
})

it.each(kinds)('a limit %s cannot exceed the policy’s, nor be lifted', (kind) => {
  const refusal = expect.objectContaining({ code: 'not-allowed', details: { reason: 'above-policy' } }) as Error
  expect(() => assertNotAbove({ ...most, [kind]: '50.01' }, most)).toThrow(refusal)
  expect(() => assertNotAbove({ ...most, [kind]: null }, most)).toThrow(refusal)
  expect(() => assertNotAbove({ ...most, [kind]: '9' }, most)).not.toThrow()
})

it('limits equal to the policy’s are accepted, and any if it sets none', () => {
  expect(() => assertNotAbove(most, most)).not.toThrow()
  expect(() => assertNotAbove(most, noLimits)).not.toThrow()
  expect(() => assertNotAbove(noLimits, noLimits)).not.toThrow()
})
