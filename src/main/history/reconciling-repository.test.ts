import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestLedger, type TestLedger } from '../../testing/purchases/ledger.ts'
import { readSignedPayment } from './reconciling-repository.ts'

let home: TestLedger
beforeEach(() => {
  home = openTestLedger()
})
afterEach(() => home.dispose())

it.each(['signed', 'mined', 'confirmed', 'final'])('a %s payment paid, or may still pay', (state) => {
  const id = home.store({ events: [] })
  home.context.ledger.prepare('UPDATE steps SET state = ?').run(state)
  expect(readSignedPayment(home.context.ledger, id)).not.toBeNull()
})

it.each(['reverted', 'cancelled', 'superseded'])('a %s payment never pays', (state) => {
  const id = home.store({ events: [] })
  home.context.ledger.prepare('UPDATE steps SET state = ?').run(state)
  expect(readSignedPayment(home.context.ledger, id)).toBeNull()
})
