import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteLine, writeNote } from '../notes/sealed-note.ts'
import { openTestLedger, terms, type TestLedger } from '../../testing/purchases/ledger.ts'
import { storeTransfer } from '../../testing/transfers/store-transfer.ts'
import { searchTransfers } from './search-transfers.ts'

let books: TestLedger
beforeEach(() => {
  books = openTestLedger()
})
afterEach(() => books.dispose())

async function found(text: string, page = { offset: 0, limit: 10 }): Promise<string[]> {
  const { transfers } = await searchTransfers(books.context, { text, ...page })
  return transfers.map(({ id }) => id)
}

it('finds transfers by recipient, coin, amount, network, note and tag, newest first', async () => {
  const [rent, gift] = [
    storeTransfer(books.context.ledger, { at: 1, units: 700_000_000n }),
    storeTransfer(books.context.ledger, { at: 2 }),
  ]
  writeNote(books.context, rent, { note: 'Rent of May', tags: ['home'] })
  expect(await found('')).toEqual([gift, rent])
  for (const text of ['rent', '#home', 'HOME may', '700', 'usdc rent']) expect(await found(text), text).toEqual([rent])
  for (const text of [terms.payment.recipient, 'harbour']) expect(await found(text), text).toEqual([gift, rent])
  expect(await found('harbour', { offset: 1, limit: 1 })).toEqual([rent])
  expect((await searchTransfers(books.context, { text: 'harbour', offset: 1, limit: 1 })).total).toBe(2)
  expect(await found('nothing')).toEqual([])
})

it('has the note of a transfer as one line', () => {
  const [rent, gift] = [1, 2].map((at) => storeTransfer(books.context.ledger, { at }))
  writeNote(books.context, rent ?? '', { note: 'Rent\nof May', tags: ['home'] })
  expect([rent, gift].map((id) => noteLine(books.context, id ?? ''))).toEqual(['Rent of May #home', ''])
})

it('finds words with and without their accents, however they were typed', async () => {
  const id = storeTransfer(books.context.ledger, { at: 1 })
  writeNote(books.context, id, { note: 'Renta de José', tags: ['Año nuevo'] })
  for (const text of ['jose', 'JOSÉ', 'jose\u0301', '#ano', 'ano nuevo']) expect(await found(text), text).toEqual([id])
})

it('finds transfers by amounts as they are written, and by months in every language', async () => {
  const [may, june] = [new Date(2026, 4, 5, 12), new Date(2026, 5, 5, 12)].map((at, index) =>
    storeTransfer(books.context.ledger, { at: at.getTime(), units: index === 0 ? 1_250_500_000n : 5_000_000n }),
  )
  for (const text of ['1250,5', '1.250,50', '1,250.50 usdc', '1250.50usdc', 'mayo', 'maio 2026', '05/2026', 'mai'])
    expect([text, await found(text)]).toEqual([text, [may]])
  for (const text of ['junho', 'juin 5usdc', '2026-06']) expect([text, await found(text)]).toEqual([text, [june]])
})

it('is searched in pieces, so that main answers in between, and leaves a damaged one out', async () => {
  const ids = Array.from({ length: 350 }, (_, n) => storeTransfer(books.context.ledger, { at: n < 300 ? 7 : n }))
  books.context.ledger.prepare("UPDATE transfers SET coin = '{' WHERE id = ?").run(ids[3])
  let answered = 0
  let isOver = false
  const answer = (): void => {
    answered++
    if (!isOver) setImmediate(answer)
  }
  setImmediate(answer)
  const { total } = await searchTransfers(books.context, { text: 'usdc', offset: 0, limit: 10 })
  isOver = true
  expect(total).toBe(349)
  expect(answered).toBeGreaterThanOrEqual(3)
})
