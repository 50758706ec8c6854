import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addDecimals, fromUnits, subtractDecimals } from '../../shared/money.ts'
import type { PersonView } from '../../shared/people/views.ts'
import { spanOf } from '../../shared/periods.ts'
import type { PurchaseEvent } from '../../shared/purchases/state.ts'
import { writeForeignPayment } from '../history/foreign-payments-repository.ts'
import { readDeliveryOrNull } from '../purchases/delivery.ts'
import type { PurchaseContext } from '../purchases/purchase-context.ts'
import { figuresOf } from '../purchases/purchase-figures.ts'
import { readPurchase, readSoundPurchase } from '../purchases/purchase-repository.ts'
import { insertCountedRefund } from '../purchases/refund/counted-refund-repository.ts'
import { insertSale } from '../sales/sales-repository.ts'
import { insertShift } from '../sales/shifts/shifts-repository.ts'
import { openRecordsKeeper } from '../vault/records-keeper.ts'
import { inEnglish } from '../../testing/exports/read-table.ts'
import { openTestLedger, type TestLedger } from '../../testing/purchases/ledger.ts'
import { storeTransfer } from '../../testing/transfers/store-transfer.ts'
import { ownersAmong } from '../people/owner-of.ts'
import { createBookkeeping, type Bookkeeping } from './create-bookkeeping.ts'
import type { SpentRecord } from './spent-record.ts'

const person = (name: string, phones: string[], emails: string[] = []): PersonView => ({
  id: randomUUID(),
  name,
  colour: 'teal',
  phones,
  emails,
  addresses: [],
})
const ana = person('Ana', ['+12015550123'], ['Ana@example.org'])
let people: PersonView[]
let books: TestLedger
let bookkeeping: Bookkeeping
function open(): void {
  people = [ana]
  books = openTestLedger()
  const context = books.context as PurchaseContext
  bookkeeping = createBookkeeping({
    ...context,
    now: () => 0,
    people: { owners: () => ownersAmong(people) },
    purchases: {
      booked(id) {
        const record = readSoundPurchase(context.ledger, id)
        return record && figuresOf(record, readDeliveryOrNull(context, id))
      },
    },
  })
}
beforeEach(open)
afterEach(() => books.dispose())

const { from, to } = spanOf('2026-11')
const event = (type: PurchaseEvent['type'], status?: string): PurchaseEvent =>
  ({ type, ...(status && { status }) }) as PurchaseEvent
const paid = [event('mined'), event('confirmed'), event('finalized')]
const failed = [...paid, event('registration-prepared'), event('registered', 'FAILED')]
const refund = (id: string, units: bigint): void =>
  insertCountedRefund(
    books.context.ledger,
    id,
    { hash: `0x${id.replaceAll('-', '').padEnd(64, '0')}`, ordinal: 0, units, from: null, evidence: 'payee' },
    [id],
  )
function exported(): SpentRecord[] {
  const of = { first: '2026-11-01', last: '2026-11-30' }
  const text = [...bookkeeping.export({ of, format: 'json', table: inEnglish, references: 'whole' }).text].join('')
  return (JSON.parse(text) as { purchases: SpentRecord[] }).purchases
}

it('a month without purchases has no coins and no fees', async () => {
  expect(await bookkeeping.month('2026-11')).toEqual({
    coins: [],
    networkFees: [],
    elsewhere: [],
    unused: [],
    damaged: 0,
  })
})

it('a month has the purchases that were authorized in it', async () => {
  for (const createdAt of [from - 1, from, to - 1, to]) books.store({ createdAt })
  expect(await bookkeeping.month('2026-11')).toMatchObject({ coins: [{ symbol: 'USDC', count: 2, paid: '10.2' }] })
})

it('people are those of today, found by number in any form or by e-mail, and everyone else is together', async () => {
  const fields = [{ key: 'recipient.email', value: 'ana@EXAMPLE.org' }]
  for (const reference of ['+12015550123', '(201) 555-0123', '', '+12015550199', 'x@example.org'])
    books.store({ createdAt: from, reference, fields })
  const partsOf = async (): Promise<unknown> => (await bookkeeping.month('2026-11')).coins[0]?.people
  expect(await partsOf()).toMatchObject([
    { key: ana.id, name: 'Ana', count: 3, paid: '15.3', refunded: '0' },
    { key: null, name: '', count: 2, paid: '10.2', refunded: '0' },
  ])
  people = []
  expect(await partsOf()).toMatchObject([{ key: null, count: 5 }])
})

it('no month is added up before the records key is there: everybody would seem to be a stranger', async () => {
  const sealer = openRecordsKeeper({ read: () => null, write: () => undefined }, true).sealer
  const options = { ...books.context, sealer, now: () => 0, purchases: { booked: () => null } }
  const locked = createBookkeeping({ ...options, people: { owners: () => ownersAmong([]) } })
  await expect(locked.month('2026-11')).rejects.toMatchObject({ code: 'locked' })
})

it('a payment that failed on chain cost only its network fee', async () => {
  books.store({ createdAt: from, events: [event('reverted')] })
  expect(await bookkeeping.month('2026-11')).toEqual({
    coins: [],
    networkFees: [{ symbol: 'ETH', amount: '0.000000000000000021' }],
    elsewhere: [],
    unused: [],
    damaged: 0,
  })
})

it('what other wallets paid is added up apart, when it happened, else when it was found', async () => {
  const place = { profileId: 'p', address: `0x${'a7'.repeat(20)}` } as const
  const pay = (number: number, amount: string, happenedAt: number | null, foundAt = from): void =>
    writeForeignPayment(
      books.context.ledger,
      place,
      {
        hash: `0x${String(number).padStart(64, '0')}`,
        token: 'USDC',
        amount,
        happenedAt: happenedAt === null ? null : new Date(happenedAt).toISOString(),
      },
      foundAt,
    )
  pay(1, '5.25', from)
  pay(2, '1.5', null, to - 1)
  pay(3, '', to - 1)
  pay(4, '100', from - 1)
  pay(5, '100', to)
  pay(6, '100', null, to)
  expect(await bookkeeping.month('2026-11')).toMatchObject({
    coins: [],
    elsewhere: [{ symbol: 'USDC', count: 3, paid: '6.75' }],
  })
  expect(exported()).toMatchObject([
    { kind: 'elsewhere', coin: 'USDC', paid: '5.25', product: null },
    { kind: 'elsewhere', paid: '1.5' },
    { kind: 'elsewhere', paid: null },
  ])
})

it('a payment found on chain before it became a purchase here, or whose record is damaged, is not one of another wallet', async () => {
  const [taken, damaged] = [
    books.store({ createdAt: from, events: paid }),
    books.store({ createdAt: from, events: paid }),
  ]
  const { ledger } = books.context
  for (const id of [taken, damaged]) {
    const { hash } = readPurchase(ledger, id)!.steps[0]!.signed[0]!
    const found = { hash, token: 'USDC', amount: '5.1', happenedAt: null }
    writeForeignPayment(ledger, { profileId: 'p', address: `0x${'a7'.repeat(20)}` }, found, from)
  }
  ledger.prepare("UPDATE purchases SET terms = '{' WHERE id = ?").run(damaged)
  expect(await bookkeeping.month('2026-11')).toMatchObject({
    coins: [{ paid: '5.1' }],
    elsewhere: [],
    unused: [],
    damaged: 1,
  })
  expect(exported().map(({ kind }) => kind)).toEqual(['purchase', 'purchase'])
})

it('adds up what was shown when it was bought, less the refunded share, and the coins of purchases without it', async () => {
  const inMoney = { currency: 'MXN', amount: '105.2' }
  const shown = async (): Promise<unknown> => (await bookkeeping.month('2026-11')).coins[0]?.shown
  books.store({ createdAt: from })
  expect(await shown()).toBeNull()
  books.store({ createdAt: from, inMoney })
  const refunded = books.store({ createdAt: from, inMoney, events: failed })
  expect(await shown()).toEqual({ currency: 'MXN', amount: '210.4', rest: '5.1' })
  refund(refunded, 1_700_000n)
  // Two thirds of 105.20 are left, rounded up.
  expect(await shown()).toEqual({ currency: 'MXN', amount: '175.34', rest: '5.1' })
  books.store({ createdAt: from, inMoney: { currency: 'BRL', amount: '28' } })
  expect(await shown()).toBeNull()
})

it('rounds the sum of refunded shares once, not each of them', async () => {
  const inMoney = { currency: 'MXN', amount: '105.2' }
  for (let number = 0; number < 3; number++)
    refund(books.store({ createdAt: from, inMoney, events: failed }), 1_700_000n)
  // Two thirds of 315.60; each alone would be rounded up to 70.14.
  expect((await bookkeeping.month('2026-11')).coins[0]?.shown?.amount).toBe('210.4')
})

it('says of each part what was shown of its own purchases, and what coins are not in that', async () => {
  const inMoney = { currency: 'MXN', amount: '105.2' }
  books.store({ createdAt: from, inMoney, reference: '+12015550123' })
  books.store({ createdAt: from, reference: '+12015550199' })
  const refunded = books.store({ createdAt: from, inMoney, events: failed, productType: 'esim' })
  refund(refunded, 1_700_000n)
  const { types, people: served, brands } = (await bookkeeping.month('2026-11')).coins[0]!
  expect(types.map(({ key, shown }) => [key, shown])).toEqual([
    ['topup', { currency: 'MXN', amount: '105.2', rest: '5.1' }],
    ['esim', { currency: 'MXN', amount: '70.14', rest: '0' }],
  ])
  expect(served.map(({ name, shown }) => [name, shown])).toEqual([
    ['', { currency: 'MXN', amount: '70.14', rest: '5.1' }],
    ['Ana', { currency: 'MXN', amount: '105.2', rest: '0' }],
  ])
  expect(brands.map(({ shown }) => shown)).toEqual([{ currency: 'MXN', amount: '175.34', rest: '5.1' }])
})

it('what was sold over the counter is in the shop’s reports, and not here', async () => {
  const purchaseId = books.store({ createdAt: from })
  insertShift(books.context.ledger, 'MXN', '0', from)
  const product = { sku: 'oak', product: 'Oak', price: '1', cost: '1', given: '1' }
  insertSale(books.context.ledger, { ...product, purchaseId, shift: 1, at: from, clerkId: null })
  expect(await bookkeeping.month('2026-11')).toMatchObject({ coins: [] })
  expect(exported()).toMatchObject([{ sale: 1 }])
})

it.each(['{', '{}'])('a purchase damaged to %s hides no other, and is not passed over in silence', async (terms) => {
  const [id] = [books.store({ createdAt: from }), books.store({ createdAt: from })]
  books.context.ledger.prepare('UPDATE purchases SET terms = ? WHERE id = ?').run(terms, id)
  expect(await bookkeeping.month('2026-11')).toMatchObject({ coins: [{ count: 1 }], damaged: 1 })
})

it('all parts of a month agree with an export of its days, with any purchases and refunds', async () => {
  const bought = fc.record({
    kind: fc.constantFrom('signed', 'paid', 'reverted', 'failed', 'refunded', 'sent'),
    brandName: fc.constantFrom('Oak', 'Elm'),
    reference: fc.constantFrom('+12015550123', 'b@example.org'),
    symbol: fc.constantFrom('USDC', 'DAI'),
    units: fc.integer({ min: 100_000, max: 2_000_000_000 }).map(BigInt),
    inMoney: fc.option(
      fc.integer({ min: 1, max: 1e9 }).map((cents) => ({ currency: 'MXN', amount: fromUnits(BigInt(cents), 2) })),
    ),
  })
  const eventsOf: Partial<Record<string, readonly PurchaseEvent[]>> = {
    paid,
    reverted: [event('reverted')],
    failed,
    refunded: failed,
  }
  await fc.assert(
    fc.asyncProperty(fc.array(bought, { maxLength: 10 }), async (all) => {
      books.dispose()
      open()
      const { ledger } = books.context
      for (const { kind, symbol, ...one } of all) {
        if (kind === 'sent') storeTransfer(ledger, { at: from })
        else {
          const id = books.store({ ...one, createdAt: from, events: eventsOf[kind] ?? [] })
          const named = "UPDATE purchases SET terms = json_set(terms, '$.token.symbol', ?) WHERE id = ?"
          ledger.prepare(named).run(symbol, id)
          if (kind === 'refunded') refund(id, one.units - 1n)
        }
      }
      const { coins, networkFees } = await bookkeeping.month('2026-11')
      const rows = exported().filter(({ kind }) => kind === 'purchase')
      const sum = (of: 'paid' | 'refunded' | 'serviceFee' | 'networkFee', among: readonly SpentRecord[]): string =>
        addDecimals(among.flatMap((row) => row[of] ?? []).map(String))
      expect(addDecimals(networkFees.map(({ amount }) => amount))).toBe(sum('networkFee', rows))
      const moved = rows.filter((row) => row.paid !== null)
      expect(coins.map(({ symbol }) => symbol).toSorted()).toEqual(
        [...new Set(moved.map(({ coin }) => coin))].toSorted(),
      )
      for (const { symbol, brands, types, people: served, shown, ...total } of coins) {
        const own = moved.filter(({ coin }) => coin === symbol)
        const expected = { count: own.length, paid: sum('paid', own), refunded: sum('refunded', own) }
        expect(total).toEqual({ ...expected, serviceFee: sum('serviceFee', own) })
        for (const parts of [brands, types, served]) {
          expect({
            count: parts.reduce((count, part) => count + part.count, 0),
            paid: addDecimals(parts.map((part) => part.paid)),
            refunded: addDecimals(parts.map((part) => part.refunded)),
          }).toEqual(expected)
          const kept = parts.flatMap((part) => part.shown ?? [])
          const rest = parts.flatMap(
            (part) => part.shown?.rest ?? (shown ? subtractDecimals(part.paid, part.refunded) : []),
          )
          expect(addDecimals(kept.map(({ amount }) => amount))).toBe(shown?.amount ?? '0')
          expect(addDecimals(rest)).toBe(shown?.rest ?? '0')
        }
        const ofAna = own.filter((row) => row.to === '+12015550123')
        expect(served.find(({ key }) => key === ana.id)?.paid ?? '0').toBe(sum('paid', ofAna))
      }
    }),
    { numRuns: 50 },
  )
})
