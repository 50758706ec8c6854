import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { from, openTestLedger, terms, type TestLedger } from '../../testing/purchases/ledger.ts'
import { insertIntent, insertStep } from '../engine/steps/step-repository.ts'
import type { Pot } from '../purchases/refund/read-claimable.ts'
import { insertClaim, listSharingPot, listWaitingClaims, type NewClaim } from './claim-repository.ts'

const other: Address = `0x${'9'.repeat(40)}`
const pot: Pot = {
  chainInstance: '7:0x0',
  from,
  token: `0x${'3'.repeat(40)}`,
  router: terms.payment.to,
  vault: `0x${'a'.repeat(40)}`,
  serviceId: 5n,
}

let books: TestLedger
let nonce = 100
beforeEach(() => {
  books = openTestLedger()
})
afterEach(() => books.dispose())

/** Stores a registered purchase that paid into the pot, with changes to its row. */
function pay(changes = "refund = 'none'"): string {
  const id = books.store()
  books.context.ledger
    .prepare(
      `UPDATE purchases SET registration = 'registered',
         terms = json_set(terms, '$.payment.escrow', json('{"serviceId":"5"}')) WHERE id = ?`,
    )
    .run(id)
  books.context.ledger.prepare(`UPDATE purchases SET ${changes} WHERE id = ?`).run(id)
  return id
}

function claim(changes: Partial<NewClaim> = {}): string {
  const id = randomUUID()
  const coin = { symbol: 'USDC', decimals: 6 }
  const step = { createdAt: 1, profileId: 'p', network: terms.network, coin, recordId: 1n, units: 5n, covers: [] }
  const one = { ...pot, ...step, ...changes, id }
  insertIntent(books.context.ledger, id, 'claim')
  insertClaim(books.context.ledger, one)
  const { chainInstance, from: sender } = one
  insertStep(books.context.ledger, {
    intentId: id,
    position: 0,
    kind: 'claim',
    chainInstance,
    from: sender,
    nonce: nonce++,
  })
  return id
}

it('the purchases that share a pot are the account’s own, paid through its router and without their refund', () => {
  const { ledger } = books.context
  const [one, rejected] = [pay(), pay("registration = 'rejected'")]
  for (const changes of [
    "chain_instance = '7:0x1'",
    `from_address = '${other}'`,
    "registration = 'prepared'",
    "refund = 'seen'",
    `terms = json_set(terms, '$.token.address', '${other}')`,
    `terms = json_set(terms, '$.payment.to', '${other}')`,
    "terms = json_set(terms, '$.payment.escrow.serviceId', '6')",
  ])
    pay(changes)
  expect(listSharingPot(ledger, pot, []).toSorted()).toEqual([one, rejected].toSorted())
  expect(listSharingPot(ledger, pot, [one])).toEqual([rejected])
})

it('the claims that wait are signed ones of the same account from the same pot', () => {
  const { ledger } = books.context
  const waiting = claim()
  for (const changes of [
    { chainInstance: '7:0x1' },
    { from: other },
    { vault: other },
    { token: other },
    { serviceId: 6n },
  ])
    claim(changes)
  const mined = claim()
  ledger.prepare("UPDATE steps SET state = 'mined' WHERE intent_id = ?").run(mined)
  expect(listWaitingClaims(ledger, pot).map(({ id }) => id)).toEqual([waiting])
})
