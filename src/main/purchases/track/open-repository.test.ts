import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import { openTestLedger, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { listOnChain } from './open-repository.ts'

let home: TestLedger
beforeEach(() => (home = openTestLedger()))
afterEach(() => home.dispose())

const paid: PurchaseEvent[] = [
  { type: 'mined' },
  { type: 'confirmed' },
  { type: 'registration-prepared' },
  { type: 'registered', status: 'PENDING' },
  { type: 'finalized' },
]
const failed: PurchaseEvent[] = [...paid, { type: 'service-status', status: 'FAILED' }]

it.each<[string, boolean, PurchaseEvent[]]>([
  ['a payment in no block', true, []],
  ['a final payment that awaits its delivery', false, paid],
  ['one whose network changed', true, [...paid, { type: 'attention-raised', reason: 'chain-changed' }]],
  ['a delivered purchase', false, [...paid, { type: 'service-status', status: 'SUCCESS' }]],
  ['a failed purchase', true, failed],
  ['one that the service says it refunded', true, [...paid, { type: 'service-status', status: 'refunded' }]],
  ['a failed purchase whose refund came', false, [...failed, { type: 'refund-seen' }]],
])('the chain is asked about %s after a start: %s', (_, isListed, events) => {
  const id = home.store({ events })
  expect(listOnChain(home.context.ledger)).toEqual(isListed ? [id] : [])
})
