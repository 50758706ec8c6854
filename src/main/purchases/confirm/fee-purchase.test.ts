import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import { openTestLedger, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { findPurchase } from '../purchase-repository.ts'
import { feeActionsFor } from './fee-purchase.ts'

let home: TestLedger
beforeEach(() => {
  home = openTestLedger()
})
afterEach(() => home.dispose())

it.each<[string, readonly PurchaseEvent[], readonly string[]]>([
  ['that waits can be sped up or cancelled', [], ['speed-up', 'cancel']],
  [
    'whose block was taken back too',
    [{ type: 'mined' }, { type: 'confirmed' }, { type: 'reorged' }],
    ['speed-up', 'cancel'],
  ],
  [
    'cannot once the service may know it',
    [{ type: 'mined' }, { type: 'confirmed' }, { type: 'registration-prepared' }, { type: 'reorged' }],
    [],
  ],
])('a payment %s', (_, events, actions) => {
  const id = home.store({ events })
  const record = findPurchase(home.context.ledger, id)
  expect(record.state.payment).toBe('signed')
  expect(feeActionsFor(record)).toEqual(actions)
})
