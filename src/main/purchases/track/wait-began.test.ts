import { expect, it } from 'vitest'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import { waitBegan } from './wait-began.ts'

/** Events a second apart, the first at 1,000. */
const dated = (...events: readonly PurchaseEvent[]) =>
  events.map((event, index) => ({
    ...{ at: (index + 1) * 1000, type: event.type },
    ...{ status: 'status' in event ? event.status : null, reason: 'reason' in event ? event.reason : null },
  }))
const of = (...types: ('signed' | 'mined' | 'confirmed' | 'reorged' | 'sped-up' | 'cancel-signed')[]) =>
  types.map((type) => ({ type }))
const told = [...of('signed', 'mined', 'confirmed'), { type: 'registration-prepared' }] as const

it.each<[string, readonly PurchaseEvent[], number]>([
  ['to be mined, from its signing on', of('signed'), 0],
  ['to be mined, from a higher fee on', of('signed', 'sped-up'), 1],
  ['to be mined, from a cancel on', of('signed', 'sped-up', 'cancel-signed'), 2],
  ['to be mined, from when its block was lost on', of('signed', 'mined', 'reorged'), 2],
  ['to be registered, from its block on', of('signed', 'mined', 'confirmed'), 1],
  ['to be settled, from its registration on', [...told, { type: 'registered', status: 'PENDING' }], 4],
  [
    'to be paid back, from its failing on',
    [...told, { type: 'registered', status: 'PENDING' }, { type: 'service-status', status: 'FAILED' }],
    5,
  ],
  [
    'from when the person had answered on',
    [...of('signed'), { type: 'attention-raised', reason: 'payment-dropped' }, { type: 'attention-cleared' }],
    2,
  ],
  ['without regard to what is only asked', [...of('signed'), { type: 'attention-raised', reason: 'delivery-late' }], 0],
  ['without regard to what is not legal', of('signed', 'confirmed'), 0],
])('a purchase waits %s', (_, events, index) => {
  expect(waitBegan(dated(...events))).toEqual({ index, at: (index + 1) * 1000 })
})

it('no wait has started before the first event', () => {
  expect(waitBegan([])).toEqual({ index: 0, at: 0 })
})
