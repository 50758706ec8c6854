import type { Address, Hash } from 'viem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { spanOf } from '../../shared/periods.ts'
import { writeReceived } from '../history/received-repository.ts'
import { dismissArrival } from '../purchases/external/answer-external.ts'
import { nameCoins } from '../purchases/external/name-coins.ts'
import { listUnusedCoins } from '../purchases/external/unused-coins-repository.ts'
import type { PurchaseContext } from '../purchases/purchase-context.ts'
import { at, hashOf, openTestBooks, place, stranger, type TestBooks } from '../../testing/external/open-test-books.ts'
import { findingOf, storeArrival, storeExternal } from '../../testing/external/store-external.ts'
import { inEnglish } from '../../testing/exports/read-table.ts'
import { from, terms } from '../../testing/purchases/ledger.ts'

let books: TestBooks
beforeEach(() => void (books = openTestBooks()))
afterEach(() => books.dispose())

it('a damaged arrival hides no other one, and is said to be damaged', async () => {
  const asked = storeExternal(books.context, { at })
  for (const digit of [5, 6]) storeArrival(books.context, asked, findingOf({ hash: hashOf(digit), at: at + digit }))
  books.context.ledger.prepare("UPDATE external_arrivals SET units = 'x' WHERE hash = ?").run(hashOf(5))
  expect(listUnusedCoins(books.context.ledger)).toMatchObject([{ hash: hashOf(6) }])
  expect(books.moved()).toMatchObject([{ kind: 'unused', at: new Date(at + 6).toISOString() }])
  expect(books.exported()).toMatchObject([{ status: 'damaged' }, { status: 'needs-you', paymentHash: hashOf(6) }])
  const unused = [{ symbol: 'USDC', count: 1, amount: '2' }]
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused, damaged: 1 })
  expect(await books.bookkeeping.month('2026-12')).toMatchObject({ unused: [], damaged: 0 })
})

it('coins that bought nothing are in the activity, apart in the month, and a row of an export', async () => {
  const asked = storeExternal(books.context, { at })
  const coins = findingOf({ hash: hashOf(5), at: at + 7 })
  storeArrival(books.context, asked, coins)
  const entry = { kind: 'unused', paymentId: asked, brandName: 'Oak', amount: '2', symbol: 'USDC', isOwn: true }
  expect(books.moved()).toMatchObject([{ ...entry, at: new Date(at + 7).toISOString(), state: 'question' }])
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({
    coins: [],
    unused: [{ symbol: 'USDC', count: 1, amount: '2' }],
  })
  expect((await books.bookkeeping.month('2026-12')).unused).toEqual([])
  const row = {
    kind: 'unused',
    product: 'Oak',
    coin: 'USDC',
    network: 'Harbour',
    amount: '2',
    paid: '2',
    account: from,
  }
  expect(books.exported()).toMatchObject([{ ...row, paymentHash: coins.hash, status: 'needs-you', refunded: null }])
  dismissArrival(books.context, asked, coins)
  expect(books.moved()).toMatchObject([{ ...entry, state: 'unused' }])
  expect(books.exported()).toMatchObject([{ ...row, status: null }])
})

it('an export of some days has the coins that arrived in them, and none of the next day', () => {
  const { to } = spanOf('2026-11')
  const asked = storeExternal(books.context, { at })
  storeArrival(books.context, asked, findingOf({ hash: hashOf(5), at: to - 1 }))
  storeArrival(books.context, asked, findingOf({ hash: hashOf(6), at: to }))
  const of = { first: '2026-11-01', last: '2026-11-30' }
  const { text } = books.bookkeeping.export({ of, format: 'json', table: inEnglish, references: 'whole' })
  const written = [...text].join('')
  expect(written).toContain(hashOf(5))
  expect(written).not.toContain(hashOf(6))
})

/** Stores as many equal coins that bought nothing, each with its return. */
function storeReturned(count: number): void {
  const asked = storeExternal(books.context, { at })
  const { address: token, symbol, decimals } = terms.token
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const hashAt = (number: number): Hash => `0x${number.toString(16).padStart(64, '0')}`
  for (const number of numbers) storeArrival(books.context, asked, findingOf({ hash: hashAt(number), at: at + number }))
  const coin = { token: token!, symbol, decimals, units: 2_000_000n, from: terms.payment.recipient }
  const transfers = numbers.map((number) => ({
    ...coin,
    hash: hashAt(number + count),
    ordinal: 0,
    blockNumber: BigInt(20 + number),
    networkName: 'Harbour',
    happenedAt: at,
  }))
  writeReceived(books.context.ledger, place, { from: 20n, to: BigInt(20 + count) }, transfers)
  books.makeFinal(20 + count)
}

it('a list of coins reads each coin and each return once', () => {
  storeReturned(50)
  const statements = Object.getPrototypeOf(books.context.ledger.prepare('SELECT 1')) as { all: () => unknown[] }
  const all = vi.spyOn(statements, 'all')
  expect(listUnusedCoins(books.context.ledger).filter(({ returnedBy }) => returnedBy)).toHaveLength(50)
  const read = all.mock.results.map(({ value }) => (value as unknown[]).length)
  all.mockRestore()
  expect(read.reduce((sum, count) => sum + count)).toBe(100)
})

it('an export, and a page of the activity, list the coins once for all of their rows', () => {
  function countLists(work: () => unknown[]): number {
    const prepare = vi.spyOn(books.context.ledger, 'prepare')
    expect(work()).toHaveLength(20)
    const count = prepare.mock.calls.filter(([sql]) => sql.includes('external_arrivals')).length
    prepare.mockRestore()
    return count
  }
  storeReturned(20)
  expect(countLists(() => books.exported())).toBeLessThan(5)
  expect(countLists(() => books.moved().filter(({ kind }) => kind === 'unused'))).toBeLessThan(5)
})

it('coins whose record is damaged keep their row in an export', () => {
  const asked = storeExternal(books.context, { at })
  storeArrival(books.context, asked, findingOf({ hash: hashOf(5), at }))
  books.context.ledger.prepare("UPDATE external_arrivals SET units = 'many'").run()
  expect(books.exported()).toMatchObject([{ kind: 'unused', id: `${hashOf(5)}:0`, status: 'damaged' }])
})

it('a stranger’s coins moved nothing of the account, and are in no sum', async () => {
  const asked = storeExternal(books.context, { at })
  storeArrival(books.context, asked, findingOf({ hash: hashOf(5), at, from: stranger, reason: 'other-sender' }))
  expect(books.moved()).toMatchObject([{ kind: 'unused', isOwn: false, state: 'question' }])
  expect(books.exported()).toEqual([])
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [] })
})

it('what one account sent is not in the activity of another that awaited the same amount', () => {
  const mine = storeExternal(books.context, { at })
  const other: Address = `0x${'8'.repeat(40)}`
  const theirs = storeExternal(books.context, { at: at + 1, from: other })
  const coins = findingOf({ hash: hashOf(5), at })
  storeArrival(books.context, theirs, { ...coins, reason: 'other-sender' })
  storeArrival(books.context, mine, coins)
  expect(books.moved()).toMatchObject([{ paymentId: mine, isOwn: true }])
  books.account = other
  expect(books.moved()).toEqual([])
})

it('coins from before their name was stored get that of their own service', async () => {
  const asked = storeExternal(books.context, { at })
  const token: Address = `0x${'d'.repeat(40)}`
  storeArrival(books.context, asked, findingOf({ hash: hashOf(5), at, token, symbol: token, decimals: 0 }))
  const named = { key: terms.network.key, tokens: [{ address: token, symbol: 'USDT', decimals: 6 }] }
  const listing = (profileId: string): PurchaseContext =>
    ({ ...books.context, current: () => ({ profileId, networks: [named] }) }) as unknown as PurchaseContext
  nameCoins(listing('another'))
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [{ symbol: token, amount: '2000000' }] })
  nameCoins(listing('p'))
  expect(await books.bookkeeping.month('2026-11')).toMatchObject({ unused: [{ symbol: 'USDT', amount: '2' }] })
})
