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

it('counts exactly the purchases that are not registered yet, or wait for their delivery', () => {
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
      const isUnregistered = ['none', 'prepared'].includes(state.registration)
      const status = personStatus(state)
      if (['paying', 'on-its-way'].includes(status) && state.registration !== 'rejected') expected++
      else if (status === 'needs-you' && isUnregistered && state.refund !== 'seen') expected++
      expect(countUnderWay(test.context.ledger)).toBe(expected)
    }),
    { numRuns: 300 },
  )
  expect(expected).toBeGreaterThan(20)
})

it.each([
  ['PENDING', 1],
  ['success', 0],
  ['COMPLETED', 0],
  ['FAILED', 0],
  ['Refunded', 0],
])('a purchase in a block not yet final that is %s counts as %i', (status, expected) => {
  const paid: PurchaseEvent[] = [{ type: 'mined' }, { type: 'confirmed' }, { type: 'registration-prepared' }]
  test.store({ events: [...paid, { type: 'registered', status }] })
  expect(countUnderWay(test.context.ledger)).toBe(expected)
})

it('a payment that was refunded without a registration does not count', () => {
  const paid: PurchaseEvent[] = [{ type: 'mined' }, { type: 'confirmed' }, { type: 'registration-prepared' }]
  test.store({ events: [...paid, { type: 'refund-seen' }] })
  expect(countUnderWay(test.context.ledger)).toBe(0)
})
