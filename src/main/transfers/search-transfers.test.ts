import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeNote } from '../notes/sealed-note.ts'
import { openTestLedger, terms, type TestLedger } from '../../testing/purchases/ledger.ts'
import { storeTransfer } from '../../testing/transfers/store-transfer.ts'
import { searchTransfers } from './search-transfers.ts'

let books: TestLedger
beforeEach(() => {
  books = openTestLedger()
})
afterEach(() => books.dispose())

const found = (text: string, page = { offset: 0, limit: 10 }): string[] =>
  searchTransfers(books.context, { text, ...page }).transfers.map(({ id }) => id)

it('finds transfers by recipient, coin, amount, network, note and tag, newest first', () => {
  const [rent, gift] = [
    storeTransfer(books.context.ledger, { at: 1, units: 700_000_000n }),
    storeTransfer(books.context.ledger, { at: 2 }),
  ]
  writeNote(books.context, rent, { note: 'Rent of May', tags: ['home'] })
  expect(found('')).toEqual([gift, rent])
  for (const text of ['rent', '#home', 'HOME may', '700', 'usdc rent']) expect(found(text), text).toEqual([rent])
  for (const text of [terms.payment.recipient, 'harbour']) expect(found(text), text).toEqual([gift, rent])
  expect(found('harbour', { offset: 1, limit: 1 })).toEqual([rent])
  expect(searchTransfers(books.context, { text: 'harbour', offset: 1, limit: 1 }).total).toBe(2)
  expect(found('nothing')).toEqual([])
})

it('finds words with and without their accents, however they were typed', () => {
  const id = storeTransfer(books.context.ledger, { at: 1 })
  writeNote(books.context, id, { note: 'Renta de José', tags: ['Año nuevo'] })
  for (const text of ['jose', 'JOSÉ', 'jose\u0301', '#ano', 'ano nuevo']) expect(found(text), text).toEqual([id])
})
