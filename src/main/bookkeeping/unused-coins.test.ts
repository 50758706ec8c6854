import fc from 'fast-check'
import type { Address, Hash } from 'viem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addDecimals, fromUnits } from '../../shared/money.ts'
import { spanOf } from '../../shared/periods.ts'
import { createActivity, type Activity } from '../activity/create-activity.ts'
import { knownRecipients } from '../engine/known-recipients.ts'
import { writeForeignPayment } from '../history/foreign-payments-repository.ts'
import { writeReceived, writeSearch } from '../history/received-repository.ts'
import { ownersAmong } from '../people/owner-of.ts'
import { readDeliveryOrNull } from '../purchases/delivery.ts'
import { denyReturn, dismissArrival, returnArrival } from '../purchases/external/answer-external.ts'
import { findExternal } from '../purchases/external/external-book.ts'
import type { Finding } from '../purchases/external/external-payment.ts'
import { listFindings, reopenFindings } from '../purchases/external/external-repository.ts'
import { nameCoins } from '../purchases/external/name-coins.ts'
import { takePayment } from '../purchases/external/take-payment.ts'
import { listUnusedCoins } from '../purchases/external/unused-coins-repository.ts'
import type { PurchaseContext } from '../purchases/purchase-context.ts'
import { figuresOf } from '../purchases/purchase-figures.ts'
import { readSoundPurchase } from '../purchases/purchase-repository.ts'
import { findingOf, storeArrival, storeExternal } from '../../testing/external/store-external.ts'
import { inEnglish } from '../../testing/exports/read-table.ts'
import { from, openTestLedger, terms, type TestLedger } from '../../testing/purchases/ledger.ts'
import { createBookkeeping, type Bookkeeping } from './create-bookkeeping.ts'
import type { SpentRecord } from './spent-record.ts'

const at = spanOf('2026-11').from + 1
const stranger: Address = `0x${'9'.repeat(40)}`
const hashOf = (digit: number): Hash => `0x${String(digit).repeat(64)}`

let books: TestLedger
let context: PurchaseContext
let activity: Activity
let bookkeeping: Bookkeeping
let account: Address
function open(): void {
  books = openTestLedger()
  account = from
  const { ledger } = books.context
  const partial: Partial<PurchaseContext> = {
    ...books.context,
    now: () => at,
    recipients: { ...knownRecipients(ledger, () => at), remember: () => undefined },
    service: () => null,
  }
  context = partial as PurchaseContext
  const purchases = {
    booked(id: string) {
      const record = readSoundPurchase(ledger, id)
      return record && figuresOf(record, readDeliveryOrNull(context, id))
    },
  }
  const people = { owners: () => ownersAmong([]) }
  bookkeeping = createBookkeeping({ ...context, now: () => 0, people, purchases })
  activity = createActivity({
    ledger,
    address: () => account,
    explorerOf: () => null,
    nativeOf: () => null,
    purchases,
    people,
    transfers: {
      get() {
        throw new Error('Nothing is sent here')
      },
    },
  })
}
beforeEach(open)
afterEach(() => books.dispose())

const moved = () => activity.list({ after: null, limit: 100 }).entries
function exported(): SpentRecord[] {
  const { text } = bookkeeping.export({ of: null, format: 'json', table: inEnglish, references: 'whole' })
  return (JSON.parse([...text].join('')) as { purchases: SpentRecord[] }).purchases
}
const place = { chainInstance: '7:0x0', address: from }
function receive(block: number, units: bigint, sender: Address = terms.payment.recipient): void {
  const { address: token, symbol, decimals } = terms.token
  const one = { hash: hashOf(block % 10), ordinal: 0, token: token!, symbol, decimals, units, from: sender }
  const blockNumber = BigInt(block)
  writeReceived(context.ledger, place, { from: blockNumber, to: blockNumber }, [
    { ...one, blockNumber, networkName: 'Harbour', happenedAt: at + block },
  ])
  makeFinal(block)
}
function makeFinal(block: number): void {
  writeSearch(context.ledger, place, { first: 1n, next: BigInt(block) + 1n })
}
function listed(hash: Hash, spend?: { transactionId: string; product: string; status: string }): void {
  const payment = { hash, token: 'USDC', amount: '2', happenedAt: new Date(at).toISOString() }
  const place = { profileId: 'p', address: from }
  writeForeignPayment(context.ledger, place, { ...payment, ...(spend && { spend }) }, at)
}
const bought = { transactionId: 'spend-9', product: 'Elm', status: 'COMPLETE' }

it('a damaged arrival hides no other one, and is said to be damaged', async () => {
  const asked = storeExternal(context, { at })
  for (const digit of [5, 6]) storeArrival(context, asked, findingOf({ hash: hashOf(digit), at: at + digit }))
  context.ledger.prepare("UPDATE external_arrivals SET units = 'x' WHERE hash = ?").run(hashOf(5))
  expect(listUnusedCoins(context.ledger)).toMatchObject([{ hash: hashOf(6) }])
  expect(moved()).toMatchObject([{ kind: 'unused', at: new Date(at + 6).toISOString() }])
  expect(exported()).toMatchObject([{ status: 'damaged' }, { status: 'needs-you', paymentHash: hashOf(6) }])
  const unused = [{ symbol: 'USDC', count: 1, amount: '2' }]
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused, damaged: 1 })
  expect(await bookkeeping.month('2026-12')).toMatchObject({ unused: [], damaged: 0 })
})

it('coins that bought nothing are in the activity, apart in the month, and a row of an export', async () => {
  const asked = storeExternal(context, { at })
  const coins = findingOf({ hash: hashOf(5), at: at + 7 })
  storeArrival(context, asked, coins)
  const entry = { kind: 'unused', paymentId: asked, brandName: 'Oak', amount: '2', symbol: 'USDC', isOwn: true }
  expect(moved()).toMatchObject([{ ...entry, at: new Date(at + 7).toISOString(), state: 'question' }])
  expect(await bookkeeping.month('2026-11')).toMatchObject({
    coins: [],
    unused: [{ symbol: 'USDC', count: 1, amount: '2' }],
  })
  expect((await bookkeeping.month('2026-12')).unused).toEqual([])
  const row = {
    kind: 'unused',
    product: 'Oak',
    coin: 'USDC',
    network: 'Harbour',
    amount: '2',
    paid: '2',
    account: from,
  }
  expect(exported()).toMatchObject([{ ...row, paymentHash: coins.hash, status: 'needs-you', refunded: null }])
  dismissArrival(context, asked, coins)
  expect(moved()).toMatchObject([{ ...entry, state: 'unused' }])
  expect(exported()).toMatchObject([{ ...row, status: null }])
})

it('coins that came back are as received, and in no sum', async () => {
  const asked = storeExternal(context, { at })
  for (const digit of [5, 6]) {
    const coins = findingOf({ hash: hashOf(digit), at })
    storeArrival(context, asked, coins)
    dismissArrival(context, asked, coins)
  }
  receive(21, 2_000_000n, stranger)
  receive(22, 1_999_999n)
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [{ count: 2, amount: '4' }] })
  receive(23, 2_000_000n)
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [{ count: 1, amount: '2' }] })
  expect(exported()).toMatchObject([
    { status: 'refunded', refunded: '2', refundHashes: [hashOf(3)] },
    { status: null, refunded: null, refundHashes: [] },
  ])
  // The service's support returned it from another address.
  returnArrival(context, asked, { hash: hashOf(6), ordinal: 0 })
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [] })
  expect(exported()).toMatchObject([{ refunded: '2' }, { refunded: '2', refundHashes: [] }])
  const ofCoins = moved().filter(({ kind }) => kind === 'unused')
  expect(ofCoins).toMatchObject([{ state: 'back' }, { state: 'back' }])
})

it('an export of some days has the coins that arrived in them, and none of the next day', () => {
  const { to } = spanOf('2026-11')
  const asked = storeExternal(context, { at })
  storeArrival(context, asked, findingOf({ hash: hashOf(5), at: to - 1 }))
  storeArrival(context, asked, findingOf({ hash: hashOf(6), at: to }))
  const of = { first: '2026-11-01', last: '2026-11-30' }
  const { text } = bookkeeping.export({ of, format: 'json', table: inEnglish, references: 'whole' })
  const written = [...text].join('')
  expect(written).toContain(hashOf(5))
  expect(written).not.toContain(hashOf(6))
})

it('coins are not back before the block of their return is final', async () => {
  const asked = storeExternal(context, { at })
  const coins = findingOf({ hash: hashOf(5), at })
  storeArrival(context, asked, coins)
  dismissArrival(context, asked, coins)
  receive(23, coins.units)
  makeFinal(22)
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [{ count: 1, amount: '2' }] })
  expect(exported()).toMatchObject([{ refunded: null, refundHashes: [] }])
  makeFinal(23)
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [] })
})

it('what the user denies to be a return is none of those coins, until the user says that they came back', async () => {
  const asked = storeExternal(context, { at })
  const coins = findingOf({ hash: hashOf(5), at })
  storeArrival(context, asked, coins)
  const deny = (): void => denyReturn(context, asked, coins)
  expect(deny).toThrow(expect.objectContaining({ code: 'not-found' }))
  dismissArrival(context, asked, coins)
  expect(deny).toThrow(expect.objectContaining({ code: 'not-found' }))
  receive(23, coins.units)
  deny()
  expect(moved()).toContainEqual(expect.objectContaining({ kind: 'unused', state: 'unused' }))
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [{ count: 1, amount: '2' }] })
  expect(exported()).toMatchObject([{ status: null, refunded: null, refundHashes: [] }])
  receive(24, coins.units)
  expect(exported()).toMatchObject([{ refunded: '2', refundHashes: [hashOf(4)] }])
  deny()
  expect(exported()).toMatchObject([{ refunded: null }])
  returnArrival(context, asked, coins)
  expect(exported()).toMatchObject([{ refunded: '2', refundHashes: [hashOf(3)] }])
  deny()
  expect(exported()).toMatchObject([{ refunded: '2', refundHashes: [hashOf(4)] }])
})

/** Stores as many equal coins that bought nothing, each with its return. */
function storeReturned(count: number): void {
  const asked = storeExternal(context, { at })
  const { address: token, symbol, decimals } = terms.token
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const hashAt = (number: number): Hash => `0x${number.toString(16).padStart(64, '0')}`
  for (const number of numbers) storeArrival(context, asked, findingOf({ hash: hashAt(number), at: at + number }))
  const coin = { token: token!, symbol, decimals, units: 2_000_000n, from: terms.payment.recipient }
  const transfers = numbers.map((number) => ({
    ...coin,
    hash: hashAt(number + count),
    ordinal: 0,
    blockNumber: BigInt(20 + number),
    networkName: 'Harbour',
    happenedAt: at,
  }))
  writeReceived(context.ledger, place, { from: 20n, to: BigInt(20 + count) }, transfers)
  makeFinal(20 + count)
}

it('a list of coins reads each coin and each return once', () => {
  storeReturned(50)
  const statements = Object.getPrototypeOf(context.ledger.prepare('SELECT 1')) as { all: () => unknown[] }
  const all = vi.spyOn(statements, 'all')
  expect(listUnusedCoins(context.ledger).filter(({ returnedBy }) => returnedBy)).toHaveLength(50)
  const read = all.mock.results.map(({ value }) => (value as unknown[]).length)
  all.mockRestore()
  expect(read.reduce((sum, count) => sum + count)).toBe(100)
})

it('an export, and a page of the activity, list the coins once for all of their rows', () => {
  function countLists(work: () => unknown[]): number {
    const prepare = vi.spyOn(context.ledger, 'prepare')
    expect(work()).toHaveLength(20)
    const count = prepare.mock.calls.filter(([sql]) => sql.includes('external_arrivals')).length
    prepare.mockRestore()
    return count
  }
  storeReturned(20)
  expect(countLists(exported)).toBeLessThan(5)
  expect(countLists(() => moved().filter(({ kind }) => kind === 'unused'))).toBeLessThan(5)
})

it('coins whose record is damaged keep their row in an export', () => {
  const asked = storeExternal(context, { at })
  storeArrival(context, asked, findingOf({ hash: hashOf(5), at }))
  context.ledger.prepare("UPDATE external_arrivals SET units = 'many'").run()
  expect(exported()).toMatchObject([{ kind: 'unused', id: `${hashOf(5)}:0`, status: 'damaged' }])
})

it('a transfer that is denied to be the return of some coins may be that of others', async () => {
  const asked = storeExternal(context, { at })
  const [first, second] = [5, 6].map((digit) => findingOf({ hash: hashOf(digit), at })) as [Finding, Finding]
  for (const coins of [first, second]) {
    storeArrival(context, asked, coins)
    dismissArrival(context, asked, coins)
  }
  receive(23, first.units)
  denyReturn(context, asked, first)
  expect(exported()).toMatchObject([
    { refunded: null },
    { refunded: '2', paymentHash: second.hash, refundHashes: [hashOf(3)] },
  ])
})

it('a stranger’s coins moved nothing of the account, and are in no sum', async () => {
  const asked = storeExternal(context, { at })
  storeArrival(context, asked, findingOf({ hash: hashOf(5), at, from: stranger, reason: 'other-sender' }))
  expect(moved()).toMatchObject([{ kind: 'unused', isOwn: false, state: 'question' }])
  expect(exported()).toEqual([])
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [] })
})

it('what one account sent is not in the activity of another that awaited the same amount', () => {
  const mine = storeExternal(context, { at })
  const other: Address = `0x${'8'.repeat(40)}`
  const theirs = storeExternal(context, { at: at + 1, from: other })
  const coins = findingOf({ hash: hashOf(5), at })
  storeArrival(context, theirs, { ...coins, reason: 'other-sender' })
  storeArrival(context, mine, coins)
  expect(moved()).toMatchObject([{ paymentId: mine, isOwn: true }])
  account = other
  expect(moved()).toEqual([])
})

it('coins can only be said to have come back once they are known to have bought nothing', () => {
  const asked = storeExternal(context, { at })
  const coins = findingOf({ hash: hashOf(5), at })
  const say = (): void => returnArrival(context, asked, coins)
  expect(say).toThrow(expect.objectContaining({ code: 'not-found' }))
  storeArrival(context, asked, coins)
  expect(say).toThrow(expect.objectContaining({ code: 'not-found' }))
  dismissArrival(context, asked, coins)
  say()
  expect(moved()).toMatchObject([{ state: 'back' }])
  expect(reopenFindings(context.ledger, asked, coins.hash)).toBe(true)
  expect(moved()).toMatchObject([{ state: 'question' }])
})

it('the rest of a transaction that pays a purchase bought nothing', async () => {
  const asked = storeExternal(context, { at })
  const parts = [2_000_000n, 3_000_000n, 3_000_000n].map((units, ordinal) =>
    findingOf({ hash: hashOf(5), ordinal, units, at, reason: 'other-call' }),
  )
  for (const part of parts) storeArrival(context, asked, part)
  const bytes = { raw: '0x02', to: null, data: '0x', value: 0n, chainId: 7, feeAtMost: 9n } as const
  takePayment(context, findExternal(context, asked), parts[2]!, { ...bytes, signer: from, nonce: 3 })
  expect(await bookkeeping.month('2026-11')).toMatchObject({
    coins: [{ paid: '3' }],
    unused: [{ symbol: 'USDC', count: 2, amount: '5' }],
  })
  expect(exported().map(({ kind, paid }) => [kind, paid])).toEqual([
    ['unused', '2'],
    ['unused', '3'],
    ['purchase', '3'],
  ])
  expect(moved().filter(({ kind }) => kind === 'unused')).toMatchObject([{ amount: '3' }, { amount: '2' }])
})

it('the rest of a transaction that the service lists as paid elsewhere bought nothing', async () => {
  const asked = storeExternal(context, { at })
  const amounts = [1_999_999n, 2_000_000n, 3_000_000n]
  const parts = amounts.map((units, ordinal) => findingOf({ hash: hashOf(5), ordinal, units, at }))
  for (const part of parts) storeArrival(context, asked, part)
  listed(hashOf(5), bought)
  expect(exported().map(({ kind, paid }) => [kind, paid])).toEqual(
    expect.arrayContaining([
      ['elsewhere', '2'],
      ['unused', '1.999999'],
      ['unused', '3'],
    ]),
  )
  expect(await bookkeeping.month('2026-11')).toMatchObject({
    elsewhere: [{ paid: '2' }],
    unused: [{ symbol: 'USDC', count: 2, amount: '4.999999' }],
  })
})

it('the rest of a replaced payment, whose bytes no node showed, bought nothing', async () => {
  const asked = storeExternal(context, { at })
  const bytes = { raw: '0x02', to: null, data: '0x', value: 0n, chainId: 7, feeAtMost: 9n } as const
  const paid = findingOf({ hash: hashOf(5), units: terms.payment.units, at })
  takePayment(context, findExternal(context, asked), paid, { ...bytes, signer: from, nonce: 3 })
  const rest = { ...paid, hash: hashOf(6), units: 2_000_000n, reason: 'twice' } as const
  for (const part of [rest, { ...paid, hash: hashOf(6), ordinal: 1 }]) storeArrival(context, asked, part)
  context.ledger.prepare('UPDATE steps SET mined_hash = ? WHERE intent_id = ?').run(hashOf(6), asked)
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [{ count: 1, amount: '2' }] })
})

it('a replaced payment, whose bytes no node showed, is its purchase’s and not lost besides', async () => {
  const asked = storeExternal(context, { at })
  const bytes = { raw: '0x02', to: null, data: '0x', value: 0n, chainId: 7, feeAtMost: 9n } as const
  const paid = findingOf({ hash: hashOf(5), units: terms.payment.units, at })
  takePayment(context, findExternal(context, asked), paid, { ...bytes, signer: from, nonce: 3 })
  const replaced = { ...paid, hash: hashOf(6), reason: 'twice' } as const
  storeArrival(context, asked, replaced)
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [{ count: 1 }] })
  context.ledger.prepare('UPDATE steps SET mined_hash = ? WHERE intent_id = ?').run(replaced.hash, asked)
  expect(await bookkeeping.month('2026-11')).toMatchObject({ coins: [{ paid: '5.1' }], unused: [] })
  expect(exported().map(({ kind }) => kind)).toEqual(['purchase'])
})

it('coins from before their name was stored get that of their own service', async () => {
  const asked = storeExternal(context, { at })
  const token: Address = `0x${'d'.repeat(40)}`
  storeArrival(context, asked, findingOf({ hash: hashOf(5), at, token, symbol: token, decimals: 0 }))
  const named = { key: terms.network.key, tokens: [{ address: token, symbol: 'USDT', decimals: 6 }] }
  const listing = (profileId: string): PurchaseContext =>
    ({ ...context, current: () => ({ profileId, networks: [named] }) }) as unknown as PurchaseContext
  nameCoins(listing('another'))
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [{ symbol: token, amount: '2000000' }] })
  nameCoins(listing('p'))
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [{ symbol: 'USDT', amount: '2' }] })
})

it('what the user says of some coins holds for no others, whose return a reorganization may undo', async () => {
  const asked = storeExternal(context, { at })
  const [said, seen] = [2_000_000n, 3_000_000n].map((units, index) =>
    findingOf({ hash: hashOf(index + 5), units, at }),
  ) as [Finding, Finding]
  for (const coins of [said, seen]) {
    storeArrival(context, asked, coins)
    dismissArrival(context, asked, coins)
  }
  receive(23, seen.units)
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [{ amount: '2' }] })
  returnArrival(context, asked, said)
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [] })
  writeReceived(context.ledger, { chainInstance: '7:0x0', address: from }, { from: 23n, to: 23n }, [])
  expect(await bookkeeping.month('2026-11')).toMatchObject({ unused: [{ amount: '3' }] })
})

it('a look for the same transaction at another purchase does not undo that coins came back', () => {
  const [asked, other] = [storeExternal(context, { at }), storeExternal(context, { at })]
  const coins = findingOf({ hash: hashOf(5), at })
  storeArrival(context, asked, coins)
  dismissArrival(context, asked, coins)
  returnArrival(context, asked, coins)
  expect(reopenFindings(context.ledger, other, coins.hash)).toBe(false)
  expect(moved()).toMatchObject([{ state: 'back' }])
})

it('each coin is counted once, in whatever order arrivals, answers, purchases and returns come', async () => {
  const coin = fc.record({ units: fc.constantFrom(2_000_000n, 3_000_000n), isOwn: fc.boolean() })
  const step = fc.record({
    of: fc.nat({ max: 4 }),
    does: fc.constantFrom(
      'find',
      'find',
      'find',
      'dismiss',
      'register',
      'list',
      'spend',
      'return',
      'say',
      'deny',
      'reopen',
    ),
    at: fc.nat({ max: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(coin, { minLength: 5, maxLength: 5 }),
      fc.array(step, { maxLength: 25 }),
      async (given, steps) => {
        books.dispose()
        open()
        const { ledger } = context
        const payments = [storeExternal(context, { at }), storeExternal(context, { at })]
        const coins = given.map(({ units, isOwn }, index): Finding => {
          const sender = isOwn ? from : stranger
          return findingOf({
            hash: hashOf(index + 1),
            units,
            from: sender,
            reason: isOwn ? 'unclear' : 'other-sender',
            at,
          })
        })
        const known = new Set<Hash>()
        const returned: bigint[] = []
        let isDenied = false
        for (const { of, does, at: place } of steps) {
          const [one, payment] = [coins[of]!, payments[place]!]
          const isOwn = one.from === from
          const finding = listFindings(ledger, payment).find(({ hash }) => hash === one.hash)
          if (does === 'find') storeArrival(context, payment, one)
          if (does === 'find' || ((does === 'list' || does === 'spend') && isOwn)) known.add(one.hash)
          if (does === 'dismiss' && finding?.answeredAt === null) dismissArrival(context, payment, one)
          if (does === 'register' && finding?.answeredAt === null && isOwn) {
            const bytes = { raw: '0x02', to: null, data: '0x', value: 0n, chainId: 7, feeAtMost: 9n } as const
            takePayment(context, findExternal(context, payment), one, { ...bytes, signer: from, nonce: of })
          }
          if (does === 'list' && isOwn) listed(one.hash)
          if (does === 'spend' && isOwn) listed(one.hash, bought)
          if (does === 'return') {
            returned.push(one.units)
            receive(20 + returned.length, one.units)
          }
          if (does === 'say' && (finding?.answeredAt ?? null) !== null) {
            try {
              returnArrival(context, payment, one)
            } catch {
              // It is a stranger's, or it bought something.
            }
          }
          if (does === 'deny' && (finding?.answeredAt ?? null) !== null) {
            try {
              denyReturn(context, payment, one)
              isDenied = true
            } catch {
              // It is a stranger's, it bought something, or it did not come back.
            }
          }
          if (does === 'reopen') reopenFindings(ledger, payment, one.hash)
        }
        const rows = exported()
        const entries = moved()
        const month = await bookkeeping.month('2026-11')
        const signed = new Set(ledger.prepare('SELECT hash FROM signed_transactions').pluck().all())
        for (const one of coins) {
          const own = rows.filter(({ paymentHash }) => paymentHash === one.hash)
          expect(own).toHaveLength(one.from === from && known.has(one.hash) ? 1 : 0)
          const shown = entries.filter((entry) => entry.kind === 'unused' && entry.id === `${one.hash}:0`)
          const isFound = payments.some((id) => listFindings(ledger, id).some(({ hash }) => hash === one.hash))
          const isBought =
            signed.has(one.hash) || own.some(({ kind, transactionId }) => kind === 'elsewhere' && transactionId)
          expect(shown).toHaveLength(isFound && !isBought ? 1 : 0)
        }
        const unusedRows = rows.filter(({ kind }) => kind === 'unused')
        for (const units of [2_000_000n, 3_000_000n]) {
          const same = unusedRows.filter(({ paid }) => paid === fromUnits(units, 6))
          const back = same.filter(({ refunded }) => refunded !== null)
          const shown = back.filter(({ refundHashes }) => refundHashes.length > 0)
          // A receipt is what came back of one of them.
          const most = Math.min(same.length, returned.filter((one) => one === units).length)
          if (isDenied) expect(shown.length).toBeLessThanOrEqual(most)
          else expect(shown).toHaveLength(most)
          expect(new Set(shown.flatMap(({ refundHashes }) => refundHashes)).size).toBe(shown.length)
        }
        const paid = [
          ...month.coins.map((one) => one.paid),
          ...month.elsewhere.map((one) => one.paid),
          ...month.unused.map((one) => one.amount),
        ]
        const left = rows.filter(({ refunded }) => refunded === null).map((row) => String(row.paid))
        expect(addDecimals(paid)).toBe(addDecimals(left))
      },
    ),
    { numRuns: 60 },
  )
})
