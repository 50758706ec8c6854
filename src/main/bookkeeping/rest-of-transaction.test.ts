import { afterEach, beforeEach, expect, it } from 'vitest'
import { findExternal } from '../purchases/external/external-book.ts'
import { takePayment } from '../purchases/external/take-payment.ts'
import { at, bought, bytes, hashOf, openTestBooks, type TestBooks } from '../../testing/external/open-test-books.ts'
import { findingOf, storeArrival, storeExternal } from '../../testing/external/store-external.ts'
import { from, terms } from '../../testing/purchases/ledger.ts'

let books: TestBooks
beforeEach(() => void (books = openTestBooks()))
afterEach(() => books.dispose())

it('the rest of a transaction that pays a purchase bought nothing', async () => {
  const asked = storeExternal(books.context, { at })
  const parts = [2_000_000n, 3_000_000n, 3_000_000n].map((units, ordinal) =>
    findingOf({ hash: hashOf(5), ordinal, units, at, reason: 'other-call' }),
  )
  for (const part of parts) storeArrival(books.context, asked, part)
  takePayment(books.context, findExternal(books.context, asked), parts[2]!, { ...bytes, signer: from, nonce: 3 })
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({
    coins: [{ paid: '3' }],
    unused: [{ symbol: 'USDC', count: 2, amount: '5' }],
  })
  // The three are of one moment: the purchase's random id decides where it stands.
  const rows = books.exported().map(({ kind, paid }) => [kind, paid])
  expect(rows.filter(([kind]) => kind === 'unused').map(([, paid]) => paid)).toEqual(['2', '3'])
  expect(rows.filter(([kind]) => kind !== 'unused')).toEqual([['purchase', '3']])
  expect(books.moved().filter(({ kind }) => kind === 'unused')).toMatchObject([{ amount: '3' }, { amount: '2' }])
})

it('the rest of a transaction that the service lists as paid elsewhere bought nothing', async () => {
  const asked = storeExternal(books.context, { at })
  const amounts = [1_999_999n, 2_000_000n, 3_000_000n]
  const parts = amounts.map((units, ordinal) => findingOf({ hash: hashOf(5), ordinal, units, at }))
  for (const part of parts) storeArrival(books.context, asked, part)
  books.list(hashOf(5), bought)
  expect(books.exported().map(({ kind, paid }) => [kind, paid])).toEqual(
    expect.arrayContaining([
      ['elsewhere', '2'],
      ['unused', '1.999999'],
      ['unused', '3'],
    ]),
  )
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({
    elsewhere: [{ paid: '2' }],
    unused: [{ symbol: 'USDC', count: 2, amount: '4.999999' }],
  })
})

it('the rest of a replaced payment, whose bytes no node showed, bought nothing', async () => {
  const asked = storeExternal(books.context, { at })
  const paid = findingOf({ hash: hashOf(5), units: terms.payment.units, at })
  takePayment(books.context, findExternal(books.context, asked), paid, { ...bytes, signer: from, nonce: 3 })
  const rest = { ...paid, hash: hashOf(6), units: 2_000_000n, reason: 'twice' } as const
  for (const part of [rest, { ...paid, hash: hashOf(6), ordinal: 1 }]) storeArrival(books.context, asked, part)
  books.context.ledger.prepare('UPDATE steps SET mined_hash = ? WHERE intent_id = ?').run(hashOf(6), asked)
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [{ count: 1, amount: '2' }] })
})

it('a replaced payment, whose bytes no node showed, is its purchase’s and not lost besides', async () => {
  const asked = storeExternal(books.context, { at })
  const paid = findingOf({ hash: hashOf(5), units: terms.payment.units, at })
  takePayment(books.context, findExternal(books.context, asked), paid, { ...bytes, signer: from, nonce: 3 })
  const replaced = { ...paid, hash: hashOf(6), reason: 'twice' } as const
  storeArrival(books.context, asked, replaced)
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [{ count: 1 }] })
  books.context.ledger.prepare('UPDATE steps SET mined_hash = ? WHERE intent_id = ?').run(replaced.hash, asked)
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ coins: [{ paid: '5.1' }], unused: [] })
  expect(books.exported().map(({ kind }) => kind)).toEqual(['purchase'])
})
