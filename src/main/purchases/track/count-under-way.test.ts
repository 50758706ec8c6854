import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newPurchase, personStatus, transition, type PurchaseEvent } from '../../../shared/purchases/state.ts'
import { openTestLedger, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { countUnderWay } from './open-repository.ts'

let test: TestLedger
beforeEach(() => {
  test = openTestLedger()
})
afterEach(() => test.dispose())

const event = fc.oneof(
  fc
    .constantFrom(
      'mined',
      'confirmed',
      'finalized',
      'reorged',
      'reverted',
      'registration-prepared',
      'registration-rejected',
      'refund-seen',
      'refund-waived',
      'attention-cleared',
    )
    .map((type): PurchaseEvent => ({ type })),
  fc
    .constantFrom('PENDING', 'success', 'COMPLETED', 'Failed', 'REFUNDED')
    .chain((status) =>
      fc.constantFrom('registered', 'service-status').map((type): PurchaseEvent => ({ type, status })),
    ),
  fc.constant<PurchaseEvent>({ type: 'attention-raised', reason: 'delivery-late' }),
)

it('counts exactly the purchases that a person sees as being paid or on their way', () => {
  let expected = 0
  fc.assert(
    fc.property(fc.array(event, { maxLength: 9 }), (wanted) => {
      let state = transition(newPurchase, { type: 'signed' }) ?? newPurchase
      const events = wanted.filter((one) => {
        const after = transition(state, one)
        state = after ?? state
        return after !== null
      })
      test.store({ events })
      if (['paying', 'on-its-way'].includes(personStatus(state))) expected++
      expect(countUnderWay(test.context.ledger)).toBe(expected)
    }),
    { numRuns: 300 },
  )
  expect(expected).toBeGreaterThan(20)
})
