import type { Address, Hash } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findingOf, storeArrival, storeExternal } from '../../../testing/external/store-external.ts'
import { from, openTestLedger, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'
import type { WritableDb } from '../../db/connections.ts'
import { writeReceived, writeSearch } from '../../history/received-repository.ts'
import { listUnusedCoins } from './unused-coins-repository.ts'

const at = 1_000
const stranger: Address = `0x${'9'.repeat(40)}`
const hashOf = (digit: number): Hash => `0x${String(digit).repeat(64)}`
const place = { chainInstance: '7:0x0', address: from }

let books: TestLedger
let ledger: WritableDb
beforeEach(() => {
  books = openTestLedger()
  ledger = books.context.ledger
})
afterEach(() => books.dispose())

/** Stores that the paid address sent two coins, in a block that is final. */
function receive(): void {
  const { address: token, symbol, decimals } = terms.token
  const coins = { token: token!, symbol, decimals, units: 2_000_000n, from: terms.payment.recipient }
  const found = { ...coins, hash: hashOf(3), ordinal: 0, blockNumber: 23n, networkName: 'Harbour', happenedAt: at }
  writeReceived(ledger, place, { from: 23n, to: 23n }, [found])
  writeSearch(ledger, place, { first: 1n, next: 24n })
}
/** Returns for each of the coins, oldest first, whether they came back. */
const areBack = (): boolean[] => listUnusedCoins(ledger).map(({ isBack }) => isBack)

it.each([
  ['chain_instance', '8:0x0'],
  ['to_address', stranger],
  ['token', stranger],
  ['units', '1999999'],
  ['sender', stranger],
])('what was received with another %s is no return', (column, other) => {
  storeArrival(books.context, storeExternal(books.context, { at }), findingOf({ hash: hashOf(5), at }))
  receive()
  for (const elsewhere of [
    { ...place, chainInstance: '8:0x0' },
    { ...place, address: stranger },
  ]) {
    writeSearch(ledger, elsewhere, { first: 1n, next: 24n })
  }
  expect(areBack()).toEqual([true])
  ledger.prepare(`UPDATE received_transfers SET ${column} = ?`).run(other)
  expect(areBack()).toEqual([false])
})

it('coins came back to their account however its address is written', () => {
  const lower: Address = `0x${'a'.repeat(40)}`
  const upper: Address = `0x${'A'.repeat(40)}`
  storeArrival(
    books.context,
    storeExternal(books.context, { at, from: lower }),
    findingOf({ hash: hashOf(5), at, from: lower }),
  )
  receive()
  ledger.prepare('UPDATE received_transfers SET to_address = ?').run(upper)
  writeSearch(ledger, { ...place, address: upper }, { first: 1n, next: 24n })
  expect(areBack()).toEqual([true])
})

it('the refund of a purchase is no return', () => {
  storeArrival(books.context, storeExternal(books.context, { at }), findingOf({ hash: hashOf(5), at }))
  receive()
  ledger.pragma('foreign_keys = OFF')
  const sql = "INSERT INTO counted_refunds (purchase_id, hash, ordinal, units) VALUES ('any', ?, ?, '2000000')"
  ledger.prepare(sql).run(hashOf(3), 1)
  expect(areBack()).toEqual([true])
  ledger.prepare(sql).run(hashOf(3), 0)
  expect(areBack()).toEqual([false])
})

it('a stranger’s coins take no return from the account’s own', () => {
  const asked = storeExternal(books.context, { at })
  const foreign = { from: stranger, reason: 'other-sender', block: 6n } as const
  storeArrival(books.context, asked, findingOf({ hash: hashOf(6), at, ...foreign }))
  storeArrival(books.context, asked, findingOf({ hash: hashOf(5), at: at + 1 }))
  receive()
  expect(areBack()).toEqual([false, true])
})

it('coins that may be for several payments are at one that asks about them, then at the one asked for last', () => {
  const earlier = storeExternal(books.context, { at })
  const later = storeExternal(books.context, { at: at + 1 })
  for (const id of [earlier, later]) {
    storeArrival(books.context, id, findingOf({ hash: hashOf(5), at: at + 2, reason: 'unclear' }))
  }
  const payments = (): string[] => listUnusedCoins(ledger).map(({ paymentId }) => paymentId)
  expect(payments()).toEqual([later])
  const answer = ledger.prepare('UPDATE external_arrivals SET answered_at = 9 WHERE payment_id = ?')
  answer.run(later)
  expect(payments()).toEqual([earlier])
  answer.run(earlier)
  expect(payments()).toEqual([later])
})
