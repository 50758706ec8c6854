import { expect, it } from 'vitest'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import { waitBegan } from './wait-began.ts'

/** Events a second apart, the first at 1,000. */
const dated = (...events: readonly PurchaseEvent[]) =>
  events.map((event, index) => ({
    at: (index + 1) * 1000,
    type: event.type,
    status: 'status' in event ? event.status : null,
    reason: 'reason' in event ? event.reason : null,
  }))
const of = (...types: ('signed' | 'mined' | 'confirmed' | 'reorged' | 'sped-up' | 'cancel-signed')[]) =>
  types.map((type) => ({ type }))
const history = [...of('signed', 'mined', 'confirmed'), { type: 'registration-prepared' }] as const

it.each<[string, readonly PurchaseEvent[], number]>([
  ['to be mined, from its signature', of('signed'), 0],
  ['to be mined, from its speed-up', of('signed', 'sped-up'), 1],
  ['to be mined, from its cancel', of('signed', 'sped-up', 'cancel-signed'), 2],
  ['to be mined, from the loss of its block', of('signed', 'mined', 'reorged'), 2],
  ['to be registered, from its block', of('signed', 'mined', 'confirmed'), 1],
  ['to be settled, from its registration', [...history, { type: 'registered', status: 'PENDING' }], 4],
  [
    'to be refunded, from its failure',
    [...history, { type: 'registered', status: 'PENDING' }, { type: 'service-status', status: 'FAILED' }],
    5,
  ],
  [
    'from the person’s answer',
    [...of('signed'), { type: 'attention-raised', reason: 'payment-dropped' }, { type: 'attention-cleared' }],
    2,
  ],
  ['regardless of an open question', [...of('signed'), { type: 'attention-raised', reason: 'delivery-late' }], 0],
  ['regardless of illegal events', of('signed', 'confirmed'), 0],
])('a purchase waits %s', (_, events, index) => {
  expect(waitBegan(dated(...events))).toEqual({ index, at: (index + 1) * 1000 })
})

it('no wait has started before the first event', () => {
  expect(waitBegan([])).toEqual({ index: 0, at: 0 })
})
