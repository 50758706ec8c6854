import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDecimals, fromUnits } from '../../shared/money.ts'
import type { PersonView } from '../../shared/people/views.ts'
import { spanOf } from '../../shared/periods.ts'
import type { PurchaseEvent } from '../../shared/purchases/state.ts'
import type { ExportFormat } from '../../shared/sales/export.ts'
import { writeNote } from '../notes/sealed-note.ts'
import { insertCountedRefund } from '../purchases/refund/counted-refund-repository.ts'
import { readDeliveryOrNull } from '../purchases/delivery.ts'
import type { PurchaseContext } from '../purchases/purchase-context.ts'
import { figuresOf } from '../purchases/purchase-figures.ts'
import { readSoundPurchase } from '../purchases/purchase-repository.ts'
import { openRecordsKeeper } from '../vault/records-keeper.ts'
import { insertRevocation } from '../allowances/revocation-repository.ts'
import { insertClaim, markCounted } from '../claims/claim-repository.ts'
import { insertIntent, insertStep, updateStep } from '../engine/steps/step-repository.ts'
import {
  from as payer,
  openTestLedger,
  terms,
  type StoreOptions,
  type TestLedger,
} from '../../testing/purchases/ledger.ts'
import { inEnglish, localTables, readTable } from '../../testing/exports/read-table.ts'
import { storeTransfer } from '../../testing/transfers/store-transfer.ts'
import { ownersAmong } from '../people/owner-of.ts'
import { createBookkeeping, type Bookkeeping, type SpentExport } from './create-bookkeeping.ts'
import { spentColumns, type SpentRecord } from './spent-record.ts'

let people: PersonView[]
let books: TestLedger
let bookkeeping: Bookkeeping
function open(): void {
  people = []
  books = openTestLedger()
  const context = books.context as PurchaseContext
  const booked: Parameters<typeof createBookkeeping>[0]['purchases']['booked'] = (id) => {
    const record = readSoundPurchase(context.ledger, id)
    return record && figuresOf(record, readDeliveryOrNull(context, id))
  }
  bookkeeping = createBookkeeping({
    ...context,
    now: () => 0,
    purchases: { booked },
    people: { owners: () => ownersAmong(people) },
  })
}
beforeEach(open)
afterEach(() => books.dispose())

const { from, to } = spanOf('2026-11-22')
const november = { first: '2026-11-22', last: '2026-11-22' }
const textOf = (format: ExportFormat, more: Partial<SpentExport> = {}): string =>
  [...bookkeeping.export({ of: null, format, table: inEnglish, references: 'masked', ...more }).text].join('')
const table = (more: Partial<SpentExport> = {}): Record<string, string>[] =>
  readTable(textOf('csv', more), spentColumns, more.table ?? inEnglish)
const list = (more: Partial<SpentExport> = {}): SpentRecord[] =>
  (JSON.parse(textOf('json', more)) as { purchases: SpentRecord[] }).purchases

const event = (type: PurchaseEvent['type'], status?: string): PurchaseEvent =>
  ({ type, ...(status && { status }) }) as PurchaseEvent
const confirmed = [event('mined'), event('confirmed'), event('finalized')]
const failed = [...confirmed, event('registration-prepared'), event('registered', 'FAILED')]
const eventsOf: Partial<Record<string, readonly PurchaseEvent[]>> = {
  confirmed,
  reverted: [event('reverted')],
  failed,
  refunded: failed,
}
const refund = (id: string, units: bigint, ordinal = 0): void =>
  insertCountedRefund(
    books.context.ledger,
    id,
    { hash: `0x${id.replaceAll('-', '').padEnd(64, '0')}`, ordinal, units, from: null, evidence: 'payee' },
    [id],
  )

/** What the ledger itself adds up, in units: coins that left, and coins that came back. */
function ledgerSums(): { paid: bigint; refunded: bigint; shown: bigint } {
  const sum = (sql: string): bigint => BigInt(books.context.ledger.prepare(sql).pluck().get() as number)
  const moved = "s.state NOT IN ('reverted', 'cancelled', 'superseded')"
  return {
    paid:
      sum(`SELECT coalesce(sum(json_extract(terms, '$.payment.units')), 0) FROM purchases p
           JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay' AND ${moved}`) +
      sum(`SELECT coalesce(sum(units), 0) FROM transfers t JOIN steps s ON s.intent_id = t.id AND ${moved}`),
    refunded: sum('SELECT coalesce(sum(units), 0) FROM counted_refunds'),
    shown: sum(`SELECT coalesce(sum(t.units), 0) FROM shown_totals t
      JOIN steps s ON s.intent_id = t.purchase_id AND s.kind = 'pay' AND ${moved}`),
  }
}

describe('an export of everything', () => {
  const units = fc.integer({ min: 100_000, max: 2_000_000_000 }).map(BigInt)
  const bought = fc.record({
    kind: fc.constantFrom('signed', 'confirmed', 'reverted', 'failed', 'refunded', 'transfer', 'lost-transfer'),
    units,
    cents: fc.option(fc.integer({ min: 1, max: 1e9 })),
    part: fc.integer({ min: 1, max: 100_000 }).map(BigInt),
    at: fc.integer({ min: from, max: from + 3 }),
  })

  it('adds up to what the ledger has, in both formats and every language, with any purchases, refunds and transfers', () => {
    fc.assert(
      fc.property(fc.array(bought, { maxLength: 12 }), fc.constantFrom(...localTables), (all, form) => {
        books.dispose()
        open()
        for (const one of all) {
          const { ledger } = books.context
          if (one.kind.endsWith('transfer')) {
            const state = one.kind === 'transfer' ? 'final' : 'reverted'
            storeTransfer(ledger, { at: one.at, units: one.units, state })
            continue
          }
          const inMoney = one.cents === null ? null : { currency: 'MXN', amount: fromUnits(BigInt(one.cents), 2) }
          const id = books.store({ createdAt: one.at, units: one.units, events: eventsOf[one.kind] ?? [], inMoney })
          if (one.kind === 'refunded')
            [one.units - one.part, one.part].forEach((part, index) => refund(id, part, index))
        }
        const sums = ledgerSums()
        const inLedger = [fromUnits(sums.paid, 6), fromUnits(sums.refunded, 6)]
        const sum = (texts: readonly (string | number | null | undefined)[]): string =>
          addDecimals(texts.filter((text) => text !== '' && text !== null).map(String))
        const rows = table({ table: form })
        expect(rows).toHaveLength(all.length)
        expect([sum(rows.map(({ paid }) => paid)), sum(rows.map(({ refunded }) => refunded))]).toEqual(inLedger)
        expect(sum(rows.flatMap(({ amount, serviceFee }) => [amount, serviceFee]))).toBe(inLedger[0])
        expect(sum(rows.map(({ about }) => about))).toBe(fromUnits(sums.shown, 2))
        const records = list()
        expect(sum(records.map(({ about }) => about))).toBe(fromUnits(sums.shown, 2))
        expect([sum(records.map(({ paid }) => paid)), sum(records.map(({ refunded }) => refunded))]).toEqual(inLedger)
      }),
      { numRuns: 60 },
    )
  })

  it('has each purchase and transfer once, oldest first, however many happened at the same moment', () => {
    for (let number = 0; number < 130; number++) books.store({ createdAt: from + Math.floor(number / 90) })
    for (let number = 0; number < 130; number++) storeTransfer(books.context.ledger, { at: from })
    const records = list()
    expect(new Set(records.map(({ id }) => id)).size).toBe(260)
    const times = records.map(({ at }) => String(at))
    expect(times).toEqual(times.toSorted())
    expect(table()).toHaveLength(260)
  })

  it('is read one page at a time while the file is written', () => {
    for (let number = 0; number < 150; number++) books.store({ createdAt: from })
    const pieces = bookkeeping
      .export({ of: null, format: 'csv', table: inEnglish, references: 'masked' })
      .text[Symbol.iterator]()
    const lines = (): number => (pieces.next().value as string).split('\r\n').length - 1
    expect([lines(), lines()]).toEqual([1, 100])
    books.store({ createdAt: from + 1 })
    expect(lines()).toBe(51)
  })
})

it('a row says about what it cost in the person’s money as it was shown, in the language’s numbers, and nothing of others', () => {
  books.store({ createdAt: from, inMoney: { currency: 'MXN', amount: '105.2' } })
  books.store({ createdAt: from + 1 })
  expect(list()).toMatchObject([
    { about: '105.2', aboutCurrency: 'MXN' },
    { about: null, aboutCurrency: null },
  ])
  const spanish = { language: 'es', decimalSign: ',' } as const
  const [heading = '', row = ''] = textOf('csv', { table: spanish }).split('\r\n')
  const at = heading.split(';').indexOf('"Aprox., en mi moneda"')
  expect(row.split(';').slice(at, at + 2)).toEqual(['"105,2"', 'MXN'])
})

it('an export of days has what was authorized on them', () => {
  for (const createdAt of [from - 1, from, to - 1, to]) books.store({ createdAt })
  expect(list({ of: november })).toHaveLength(2)
  expect(bookkeeping.export({ of: november, format: 'csv', table: inEnglish, references: 'masked' }).name).toBe(
    'till-purchases-2026-11-22.csv',
  )
  const french = { language: 'fr', decimalSign: ',' } as const
  expect(bookkeeping.export({ of: november, format: 'csv', table: french, references: 'masked' }).name).toBe(
    'till-achats-2026-11-22.csv',
  )
})

it('a row says what was bought, for whom, what it cost, and how it ended', () => {
  const id = books.store({ createdAt: from, reference: '+525512345678', events: failed })
  refund(id, terms.payment.units)
  expect(list()).toMatchObject([
    {
      kind: 'purchase',
      product: 'Oak',
      sku: 'oak_US_5-I',
      to: '•••678',
      currency: 'USD',
      price: '5.00',
      coin: 'USDC',
      amount: '5',
      serviceFee: '0.1',
      paid: '5.1',
      networkFee: '0.000000000000000021',
      networkFeeL1: '0.000000000000000001',
      networkFeeCoin: 'ETH',
      paymentHash: expect.stringMatching(/^0x[\da-f]{64}$/),
      transactionId: 'spend-1',
      status: 'failed',
      refunded: '5.1',
      refundHashes: [expect.stringMatching(/^0x/)],
      sale: null,
    },
  ])
})

it.each([
  [1, 'US'],
  [63, null],
])('of a product for %i countries the country is %s', (count, country) => {
  books.store()
  books.context.ledger.prepare("UPDATE purchases SET terms = json_set(terms, '$.product.countryCount', ?)").run(count)
  expect(list()).toMatchObject([{ country }])
})

it('a recipient is whole only where that is asked for', () => {
  books.store({ reference: 'ana@example.com' })
  storeTransfer(books.context.ledger, { at: 1 })
  const recipients = [terms.payment.recipient, 'ana@example.com']
  for (const format of ['csv', 'json'] as const) {
    for (const to of recipients) expect(textOf(format)).not.toContain(to)
    for (const to of recipients) expect(textOf(format, { references: 'whole' })).toContain(to)
  }
})

it('a row names the person of People whom it went to, where whole recipients are asked for, and nobody else’s row', () => {
  const ana = { id: randomUUID(), colour: 'teal', phones: ['+12015550123'], emails: ['Ana@example.org'] } as const
  const { recipient } = terms.payment
  people = [{ ...ana, name: 'Ana', phones: [...ana.phones], emails: [...ana.emails], addresses: [recipient] }]
  for (const [index, reference] of ['(201) 555-0123', 'ana@EXAMPLE.org', '+12015550199'].entries())
    books.store({ createdAt: from + index, reference })
  storeTransfer(books.context.ledger, { at: from + 3 })
  expect(list({ references: 'whole' }).map(({ person }) => person)).toEqual(['Ana', 'Ana', null, 'Ana'])
  expect(table({ references: 'whole' }).map(({ person }) => person)).toEqual(['Ana', 'Ana', '', 'Ana'])
  expect(list().map(({ person }) => person)).toEqual([null, null, null, null])
  for (const format of ['csv', 'json'] as const) expect(textOf(format)).not.toContain('Ana')
  people = []
  expect(list({ references: 'whole' }).map(({ person }) => person)).toEqual([null, null, null, null])
})

it('the L1 part of a fee is unknown if one of its transactions does not have it', () => {
  books.store({ events: confirmed })
  books.context.ledger.exec('UPDATE steps SET l1_fee_units = NULL')
  expect(list()).toMatchObject([{ networkFee: '0.000000000000000021', networkFeeL1: null }])
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', 'a;=1', '"=1'])(
  'puts no formula into a table: %j',
  (typed) => {
    const given: StoreOptions = { brandName: typed, reference: typed }
    books.store(given)
    for (const form of localTables) {
      const [row] = table({ references: 'whole', table: form })
      for (const cell of [row?.['product'], row?.['to']])
        for (const part of String(cell).split(/[;\t\r\n]/)) expect(part).not.toMatch(/^\s*[=+\-@]/)
    }
    expect(list({ references: 'whole' })).toMatchObject([{ product: typed, to: typed }])
  },
)

it('is not made before the records key is there: recipients and notes would seem to be missing', () => {
  const sealer = openRecordsKeeper({ read: () => null, write: () => undefined }, true).sealer
  const booked = (): null => null
  const options = {
    ...books.context,
    sealer,
    now: () => 0,
    purchases: { booked },
    people: { owners: () => ownersAmong([]) },
  }
  const locked = createBookkeeping(options)
  expect(() => locked.export({ of: null, format: 'csv', table: inEnglish, references: 'masked' })).toThrow(
    expect.objectContaining({ code: 'locked' }),
  )
})

it('has the notes and tags of purchases and transfers', () => {
  const id = books.store()
  storeTransfer(books.context.ledger, { at: 5_000 })
  writeNote(books.context, id, { note: '=1+1\nFor Lupe', tags: ['family', '@trip'] })
  expect(table()).toMatchObject([
    { tags: 'family, @trip', note: "'=1+1\nFor Lupe" },
    { tags: '', note: '' },
  ])
  expect(list()).toMatchObject([
    { tags: ['family', '@trip'], note: '=1+1\nFor Lupe' },
    { tags: [], note: '' },
  ])
})

it('a damaged record keeps its row', () => {
  const id = books.store()
  books.context.ledger.prepare("UPDATE purchases SET terms = '{' WHERE id = ?").run(id)
  const transfer = storeTransfer(books.context.ledger, { at: 5_000 })
  books.context.ledger.prepare("UPDATE transfers SET coin = '{' WHERE id = ?").run(transfer)
  expect(table()).toMatchObject([
    { id, status: 'Damaged', paid: '' },
    { id: transfer, status: 'Damaged', paid: '' },
  ])
})

describe('claims and revocations', () => {
  /** Stores what has one step, mined with a fee. */
  function storeStep(kind: 'claim' | 'revocation', insert: (id: string) => void): string {
    const id = randomUUID()
    const { ledger } = books.context
    const account = { chainInstance: '7:0x0', from: payer }
    ledger.transaction(() => {
      insertIntent(ledger, id, kind)
      insert(id)
      const step = kind === 'claim' ? 'claim' : 'revoke'
      insertStep(ledger, { ...account, intentId: id, position: 0, kind: step, nonce: kind === 'claim' ? 2000 : 2001 })
      const seen = { minedHash: `0x${'a'.repeat(64)}`, blockNumber: 1n, blockHash: `0x${'b'.repeat(64)}` } as const
      updateStep(
        ledger,
        id,
        { position: 0, state: 'signed' },
        { ...seen, state: 'final', feeUnits: 9n, l1FeeUnits: 2n },
      )
    })()
    return id
  }
  const made = { createdAt: from, profileId: 'p', chainInstance: '7:0x0', from: payer, network: terms.network }
  const token = terms.payment.to
  const storeClaim = (): string =>
    storeStep('claim', (id) => {
      const coin = { symbol: 'USDC', decimals: 6 }
      const pot = { token, router: payer, vault: payer, serviceId: 1n, recordId: null, units: 7_000_000n }
      insertClaim(books.context.ledger, { ...made, ...pot, id, coin, covers: [] })
    })
  const storeRevocation = (): string =>
    storeStep('revocation', (id) => insertRevocation(books.context.ledger, { ...made, id, token, spender: payer }))
  const cost = { networkFee: '0.000000000000000009', networkFeeL1: '0.000000000000000002', networkFeeCoin: 'ETH' }

  it('have rows for their network fees, which move no coins', () => {
    const ids = [storeClaim(), storeRevocation()].toSorted()
    const records = list()
    expect(records.map(({ id }) => id)).toEqual(ids)
    for (const record of records)
      expect(record).toMatchObject({ ...cost, network: 'Harbour', status: 'final', paid: null, refunded: null })
    expect(records.map(({ kind }) => kind).toSorted()).toEqual(['claim', 'revocation'])
  })

  it('name what a claim brought beyond the refunds of purchases', () => {
    const id = storeClaim()
    markCounted(books.context.ledger, id, { units: 7_000_000n, ordinal: 0 }, from)
    expect(list()).toMatchObject([{ id, coin: 'USDC', refunded: '7' }])
    const purchase = books.store({ createdAt: from + 1, events: failed })
    const hash = `0x${'a'.repeat(64)}` as const
    const part = { hash, ordinal: 0, units: 5_000_000n, from: null, evidence: 'claim' } as const
    insertCountedRefund(books.context.ledger, purchase, part, [purchase])
    expect(list().map(({ refunded }) => refunded)).toEqual(['2', '5'])
  })

  it('keep their rows if they are damaged', () => {
    const ids = [storeClaim(), storeRevocation()].toSorted()
    for (const table of ['claims', 'revocations']) books.context.ledger.exec(`UPDATE ${table} SET network = '{'`)
    expect(table().map(({ id, status }) => [id, status])).toEqual(ids.map((id) => [id, 'Damaged']))
  })
})
