import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeReceived } from '../history/received-repository.ts'
import { denyReturn, dismissArrival, returnArrival } from '../purchases/external/answer-external.ts'
import type { Finding } from '../purchases/external/external-payment.ts'
import { reopenFindings } from '../purchases/external/external-repository.ts'
import { at, hashOf, openTestBooks, place, stranger, type TestBooks } from '../../testing/external/open-test-books.ts'
import { findingOf, storeArrival, storeExternal } from '../../testing/external/store-external.ts'

let books: TestBooks
beforeEach(() => void (books = openTestBooks()))
afterEach(() => books.dispose())

it('coins that came back are as received, and in no sum', async () => {
  const asked = storeExternal(books.context, { at })
  for (const digit of [5, 6]) {
    const coins = findingOf({ hash: hashOf(digit), at })
    storeArrival(books.context, asked, coins)
    dismissArrival(books.context, asked, coins)
  }
  books.receive(21, 2_000_000n, stranger)
  books.receive(22, 1_999_999n)
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [{ count: 2, amount: '4' }] })
  books.receive(23, 2_000_000n)
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [{ count: 1, amount: '2' }] })
  expect(books.exported()).toMatchObject([
    { status: 'refunded', refunded: '2', refundHashes: [hashOf(3)] },
    { status: null, refunded: null, refundHashes: [] },
  ])
  // The service's support returned it from another address.
  returnArrival(books.context, asked, { hash: hashOf(6), ordinal: 0 })
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [] })
  expect(books.exported()).toMatchObject([{ refunded: '2' }, { refunded: '2', refundHashes: [] }])
  const ofCoins = books.moved().filter(({ kind }) => kind === 'unused')
  expect(ofCoins).toMatchObject([{ state: 'back' }, { state: 'back' }])
})

it('coins are not back before the block of their return is final', async () => {
  const asked = storeExternal(books.context, { at })
  const coins = findingOf({ hash: hashOf(5), at })
  storeArrival(books.context, asked, coins)
  dismissArrival(books.context, asked, coins)
  books.receive(23, coins.units)
  books.makeFinal(22)
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [{ count: 1, amount: '2' }] })
  expect(books.exported()).toMatchObject([{ refunded: null, refundHashes: [] }])
  books.makeFinal(23)
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [] })
})

it('what the user denies to be a return is none of those coins, until the user says that they came back', async () => {
  const asked = storeExternal(books.context, { at })
  const coins = findingOf({ hash: hashOf(5), at })
  storeArrival(books.context, asked, coins)
  const deny = (): void => denyReturn(books.context, asked, coins)
  expect(deny).toThrow(expect.objectContaining({ code: 'not-found' }))
  dismissArrival(books.context, asked, coins)
  expect(deny).toThrow(expect.objectContaining({ code: 'not-found' }))
  books.receive(23, coins.units)
  deny()
  expect(books.moved()).toContainEqual(expect.objectContaining({ kind: 'unused', state: 'unused' }))
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [{ count: 1, amount: '2' }] })
  expect(books.exported()).toMatchObject([{ status: null, refunded: null, refundHashes: [] }])
  books.receive(24, coins.units)
  expect(books.exported()).toMatchObject([{ refunded: '2', refundHashes: [hashOf(4)] }])
  deny()
  expect(books.exported()).toMatchObject([{ refunded: null }])
  returnArrival(books.context, asked, coins)
  expect(books.exported()).toMatchObject([{ refunded: '2', refundHashes: [hashOf(3)] }])
  deny()
  expect(books.exported()).toMatchObject([{ refunded: '2', refundHashes: [hashOf(4)] }])
})

it('a transfer that is denied to be the return of some coins may be that of others', async () => {
  const asked = storeExternal(books.context, { at })
  const [first, second] = [5, 6].map((digit) => findingOf({ hash: hashOf(digit), at })) as [Finding, Finding]
  for (const coins of [first, second]) {
    storeArrival(books.context, asked, coins)
    dismissArrival(books.context, asked, coins)
  }
  books.receive(23, first.units)
  denyReturn(books.context, asked, first)
  expect(books.exported()).toMatchObject([
    { refunded: null },
    { refunded: '2', paymentHash: second.hash, refundHashes: [hashOf(3)] },
  ])
})

it('coins can only be said to have come back once they are known to have bought nothing', () => {
  const asked = storeExternal(books.context, { at })
  const coins = findingOf({ hash: hashOf(5), at })
  const say = (): void => returnArrival(books.context, asked, coins)
  expect(say).toThrow(expect.objectContaining({ code: 'not-found' }))
  storeArrival(books.context, asked, coins)
  expect(say).toThrow(expect.objectContaining({ code: 'not-found' }))
  dismissArrival(books.context, asked, coins)
  say()
  expect(books.moved()).toMatchObject([{ state: 'back' }])
  expect(reopenFindings(books.context.ledger, asked, coins.hash)).toBe(true)
  expect(books.moved()).toMatchObject([{ state: 'question' }])
})

it('what the user says of some coins holds for no others, whose return a reorganization may undo', async () => {
  const asked = storeExternal(books.context, { at })
  const [said, seen] = [2_000_000n, 3_000_000n].map((units, index) =>
    findingOf({ hash: hashOf(index + 5), units, at }),
  ) as [Finding, Finding]
  for (const coins of [said, seen]) {
    storeArrival(books.context, asked, coins)
    dismissArrival(books.context, asked, coins)
  }
  books.receive(23, seen.units)
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [{ amount: '2' }] })
  returnArrival(books.context, asked, said)
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [] })
  writeReceived(books.context.ledger, place, { from: 23n, to: 23n }, [])
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [{ amount: '3' }] })
})

it('a look for the same transaction at another purchase does not undo that coins came back', () => {
  const [asked, other] = [storeExternal(books.context, { at }), storeExternal(books.context, { at })]
  const coins = findingOf({ hash: hashOf(5), at })
  storeArrival(books.context, asked, coins)
  dismissArrival(books.context, asked, coins)
  returnArrival(books.context, asked, coins)
  expect(reopenFindings(books.context.ledger, other, coins.hash)).toBe(false)
  expect(books.moved()).toMatchObject([{ state: 'back' }])
})
