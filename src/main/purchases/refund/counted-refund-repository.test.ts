import type { Hash } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertCountedRefund, readCountedRefunds } from './counted-refund-repository.ts'
import type { CountedRefund } from '../purchase-record.ts'
import { openTestLedger, type TestLedger } from '../../../testing/purchases/ledger.ts'

let books: TestLedger
beforeEach(() => {
  books = openTestLedger()
})
afterEach(() => books.dispose())

const hash: Hash = `0x${'1'.repeat(64)}`
const transfer = (ordinal: number | null): CountedRefund => ({
  hash,
  ordinal,
  units: 5n,
  from: null,
  evidence: 'payee',
})

it.each([
  ['a transfer', 1, 1],
  ['a transfer of a transaction without a record of its counted transfer', null, 1],
  ['a whole transaction with a transfer', 1, null],
])('%s that another purchase has is not counted again', (_, counted, ordinal) => {
  const { ledger } = books.context
  const [one, other] = [books.store(), books.store()]
  insertCountedRefund(ledger, one, transfer(counted), [one])
  expect(() => insertCountedRefund(ledger, other, transfer(ordinal), [other])).toThrow('another purchase')
  expect(readCountedRefunds(ledger, other)).toEqual([])
})

it('a transfer that covers both, and another transfer of the same transaction, counts for each', () => {
  const { ledger } = books.context
  const [one, other, third] = [books.store(), books.store(), books.store()]
  for (const id of [one, other]) insertCountedRefund(ledger, id, transfer(1), [one, other])
  insertCountedRefund(ledger, third, transfer(2), [third])
  expect([one, other, third].map((id) => readCountedRefunds(ledger, id).length)).toEqual([1, 1, 1])
})
