import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDecimals, fromUnits } from '../../../shared/money.ts'
import { dayAt, monthOf, spanOf, stepPeriod } from '../../../shared/periods.ts'
import { salesReportView, type Prices, type SalesReportView, type SoldView } from '../../../shared/sales/views.ts'
import { ledgerMigrations } from '../../db/migrations/ledger.ts'
import type { WritableDb } from '../../db/connections.ts'
import { openDatabase } from '../../db/open-database.ts'
import { createShifts } from '../shifts/create-shifts.ts'
import { reportPeriod } from './report-period.ts'
import { toSaleRecord } from '../sale-record.ts'
import { insertSale, readSales, writeReturned } from '../sales-repository.ts'
import { closeShift, insertShift } from '../shifts/shifts-repository.ts'

const HOUR_MS = 60 * 60_000
const zoneBefore = process.env['TZ']
const refund = { reason: 'not-delivered', note: null, delivered: false } as const
let db: WritableDb
beforeEach(() => {
  process.env['TZ'] = 'America/New_York'
  db = openDatabase(':memory:', ledgerMigrations, 'normal')
  db.exec(`INSERT INTO clerks (id, name, colour, pin, added_at) VALUES
    ('ana', 'Ana', 'teal', x'00', 1), ('other-ana', 'Ana', 'rose', x'00', 1)`)
})
afterEach(() => {
  db.close()
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

const prices: Prices = {
  currency: 'MXN',
  rate: '17',
  rules: [],
  limits: { perSale: null, perClerk: null, perShift: null, perDay: null, cashOut: null, leastMarkup: '0' },
  showsExpected: true,
}
const cents = (amount: number): string => fromUnits(BigInt(amount), 2)
interface ToSell {
  readonly at: number
  readonly shift: number
  readonly price?: number
  readonly cost?: number
  readonly clerkId?: string | null
  readonly sku?: string
}
function sell({ price = 1000, cost = 900, clerkId = 'ana', sku = 'lumo', ...sale }: ToSell): string {
  const purchaseId = crypto.randomUUID()
  const amounts = { price: cents(price), cost: cents(cost), given: cents(price) }
  insertSale(db, { ...sale, ...amounts, purchaseId, clerkId, sku, product: `The ${sku}` })
  return purchaseId
}
type Book = SalesReportView['currencies'][number]
const only = ({ currencies }: SalesReportView): Book => {
  expect(currencies).toHaveLength(1)
  return currencies[0]!
}

describe('the sales of a day', () => {
  it('count the cost of a delivered sale that was given back as lost, and of no other refund', () => {
    const { from } = spanOf('2026-11-22')
    insertShift(db, 'MXN', '100', from)
    const [delivered, failed] = [1, 2].map((hour) => sell({ at: from + hour * HOUR_MS, shift: 1 }))
    sell({ at: from + 3 * HOUR_MS, shift: 1 })
    writeReturned(db, failed!, { ...refund, shift: 1, clerkId: null, at: from + 4 * HOUR_MS })
    writeReturned(db, delivered!, { ...refund, shift: 1, clerkId: null, at: from + 4 * HOUR_MS, delivered: true })
    const { total, products, clerks } = only(reportPeriod(db, '2026-11-22', null))
    const refundedCash = { count: 2, total: '20' }
    expect(total).toEqual({
      count: 3,
      takings: '30',
      cost: '9',
      margin: '1',
      refundedCash,
      marginLost: '0',
      costLost: '9',
    })
    // On the rows too: of the product, and of the manager who gave it back.
    expect(products).toMatchObject([{ sku: 'lumo', costLost: '9' }])
    expect(clerks).toMatchObject([
      { clerk: 'ana', costLost: '0' },
      { clerk: null, costLost: '9' },
    ])
  })

  it('count for the clerk who made each of them, also if they are equal, under the latest name of the product', () => {
    const { from } = spanOf('2026-11-22')
    insertShift(db, 'MXN', '100', from)
    for (const clerkId of ['ana', 'ana', 'other-ana', null]) sell({ at: from, shift: 1, clerkId })
    const renamed = sell({ at: from + HOUR_MS, shift: 1 })
    db.prepare("UPDATE sales SET product = 'Lumo Plus' WHERE purchase_id = ?").run(renamed)
    const { products, clerks } = only(reportPeriod(db, '2026-11-22', null))
    expect(products).toMatchObject([{ sku: 'lumo', product: 'Lumo Plus', count: 5, takings: '50' }])
    expect(clerks.map(({ clerk, count, takings }) => [clerk, count, takings])).toEqual([
      ['ana', 3, '30'],
      [null, 1, '10'],
      ['other-ana', 1, '10'],
    ])
  })

  it('are listed by hour, product and clerk, with refunds at the time of the refund', () => {
    const { from } = spanOf('2026-11-22')
    insertShift(db, 'MXN', '100', from)
    const failed = sell({ at: from + 9 * HOUR_MS, shift: 1, price: 500, cost: 400 })
    sell({ at: from + 9.9 * HOUR_MS, shift: 1, price: 1200, clerkId: 'other-ana', sku: 'vireo' })
    sell({ at: from + 12 * HOUR_MS, shift: 1, clerkId: null })
    writeReturned(db, failed, { ...refund, shift: 1, clerkId: null, at: from + 13.5 * HOUR_MS })
    const report = reportPeriod(db, '2026-11-22', null)
    expect(salesReportView.parse(report)).toEqual(report)
    const { total, parts, products, clerks } = only(report)
    const refundedCash = { count: 1, total: '5' }
    expect(total).toEqual({
      count: 3,
      takings: '27',
      cost: '18',
      margin: '4',
      refundedCash,
      marginLost: '0',
      costLost: '0',
    })
    const busy = parts.flatMap(({ count, refundedCash }, hour) =>
      count + refundedCash.count > 0 ? [[hour, count]] : [],
    )
    expect([parts.length, busy]).toEqual([
      24,
      [
        [9, 2],
        [12, 1],
        [13, 0],
      ],
    ])
    expect(products.map(({ sku, product, takings }) => [sku, product, takings])).toEqual([
      ['lumo', 'The lumo', '15'],
      ['vireo', 'The vireo', '12'],
    ])
    // The same name twice is two clerks; the clerk who refunds is not the one who sold.
    expect(clerks.map(({ clerk, by, takings, refundedCash }) => [clerk, by, takings, refundedCash.total])).toEqual([
      ['other-ana', 'Ana', '12', '0'],
      [null, null, '10', '5'],
      ['ana', 'Ana', '5', '0'],
    ])
  })

  it('lose their margin on the day an earlier shift’s sale is refunded', () => {
    const [day, next] = [spanOf('2026-11-22'), spanOf('2026-11-23')]
    insertShift(db, 'MXN', '100', day.from)
    const failed = sell({ at: day.from + HOUR_MS, shift: 1 })
    const before = reportPeriod(db, '2026-11-22', null)
    closeShift(db, 1, '110', day.to - 1)
    insertShift(db, 'MXN', '110', next.from)
    writeReturned(db, failed, { ...refund, shift: 2, clerkId: 'ana', at: next.from })
    expect(reportPeriod(db, '2026-11-22', null)).toEqual(before)
    expect(only(reportPeriod(db, '2026-11-23', null))).toMatchObject({
      total: { count: 0, takings: '0', margin: '0', refundedCash: { count: 1, total: '10' }, marginLost: '1' },
    })
    expect(only(reportPeriod(db, '2026-11', null))).toMatchObject({ total: { margin: '1', marginLost: '1' } })
  })

  it('leave out a shift whose drawer is counted blind, with its refunds of earlier sales', () => {
    const { from } = spanOf('2026-11-22')
    insertShift(db, 'MXN', '0', from)
    const early = sell({ at: from + HOUR_MS, shift: 1 })
    closeShift(db, 1, '10', from + 2 * HOUR_MS)
    const before = reportPeriod(db, '2026-11-22', null)
    insertShift(db, 'MXN', '0', from + 3 * HOUR_MS)
    sell({ at: from + 4 * HOUR_MS, shift: 2, price: 5000 })
    writeReturned(db, early, { ...refund, shift: 2, clerkId: 'ana', at: from + 5 * HOUR_MS })
    expect(reportPeriod(db, '2026-11-22', 2)).toEqual({ ...before, without: 2 })
    expect(reportPeriod(db, '2026-11-21', 2)).toMatchObject({ without: null })
    expect(only(reportPeriod(db, '2026-11-22', null)).total.takings).not.toBe(only(before).total.takings)
  })

  it('are empty before the first sale, and separate by currency', () => {
    const { from } = spanOf('2026-11-22')
    expect(reportPeriod(db, '2026-11-22', null)).toEqual({ period: '2026-11-22', without: null, currencies: [] })
    insertShift(db, 'MXN', '0', from)
    sell({ at: from, shift: 1 })
    closeShift(db, 1, '10', from + 1)
    insertShift(db, 'EUR', '0', from + 2)
    sell({ at: from + 3, shift: 2, price: 7, cost: 7 })
    expect(
      reportPeriod(db, '2026-11-22', null).currencies.map(({ currency, total }) => [
        currency,
        total.takings,
        total.margin,
      ]),
    ).toEqual([
      ['EUR', '0.07', '0'],
      ['MXN', '10', '1'],
    ])
  })

  it('are each counted once when the clock changes', () => {
    for (const [day, long] of [
      ['2026-03-08', 23],
      ['2026-11-01', 25],
    ] as const) {
      const { from, to } = spanOf(day)
      db.exec('DELETE FROM sales; DELETE FROM shifts')
      insertShift(db, 'MXN', '0', from)
      for (let at = from - HOUR_MS / 2; at < to + HOUR_MS; at += HOUR_MS / 2) sell({ at, shift: 1 })
      const { total, parts } = only(reportPeriod(db, day, null))
      expect([total.count, parts.length]).toEqual([long * 2, long])
      expect(new Set(parts.map(({ count }) => count))).toEqual(new Set([2]))
    }
  })
})

it('adds up random sales to the same cent by day, by month and by shift', () => {
  const firstDay = '2026-10-30'
  const { from } = spanOf(firstDay)
  const days = 5
  const to = spanOf(stepPeriod(firstDay, days - 1)).to
  const moment = fc.integer({ min: 0, max: to - from - 1 })
  const shiftEnds = fc.uniqueArray(moment, { maxLength: 6 }).map((ends) => ends.sort((a, b) => a - b))
  const sales = fc.array(
    fc.record({
      after: moment,
      price: fc.integer({ min: 1, max: 500_000 }),
      markup: fc.integer({ min: 0, max: 100 }),
      clerkId: fc.constantFrom('ana', 'other-ana', null),
      sku: fc.constantFrom('lumo', 'vireo'),
      back: fc.option(moment),
      delivered: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(shiftEnds, sales, fc.boolean(), (ends, sold, changesCurrency) => {
      db.exec('DELETE FROM sales; DELETE FROM shifts')
      const currencyOf = (shift: number): string => (changesCurrency && shift > 3 ? 'EUR' : 'MXN')
      const shiftAt = (at: number): number => ends.filter((end) => end <= at).length + 1
      for (let shift = 1; shift <= ends.length + 1; shift++) {
        insertShift(db, currencyOf(shift), '1000000', from + (ends[shift - 2] ?? 0))
        closeShift(db, shift, '0', from + (ends[shift - 1] ?? to))
      }
      for (const { after, price, markup, back, delivered, ...sale } of sold) {
        const shift = shiftAt(after)
        const cost = Math.floor((price * (100 - markup)) / 100)
        const id = sell({ ...sale, price, cost, shift, at: from + after })
        if (back === null || back < after || currencyOf(shiftAt(back)) !== currencyOf(shift)) continue
        const given = { ...refund, delivered, clerkId: delivered ? null : 'ana' }
        writeReturned(db, id, { ...given, shift: shiftAt(back), at: from + back })
      }
      const shifts = createShifts(
        db,
        () => to,
        () => prices,
      )
      const reports = Array.from({ length: ends.length + 1 }, (_, index) => shifts.report(index + 1))
      const dayReports = Array.from({ length: days }, (_, by) => reportPeriod(db, stepPeriod(firstDay, by), null))
      const months = [...new Set([monthOf(firstDay), monthOf(dayAt(to - 1))])].map((month) =>
        reportPeriod(db, month, null),
      )
      for (const currency of ['MXN', 'EUR']) {
        const own = reports.filter((one) => one.currency === currency)
        const wanted = {
          count: own.reduce((sum, one) => sum + one.sold.count, 0),
          takings: addDecimals(own.map((one) => one.sold.total ?? '')),
          cost: addDecimals(own.map((one) => one.sold.cost ?? '')),
          margin: addDecimals(own.map((one) => one.sold.margin ?? '')),
          back: addDecimals(own.map((one) => one.refundedCash.total ?? '')),
          marginLost: addDecimals(own.map((one) => one.refundedCash.marginLost ?? '')),
          costLost: addDecimals(own.map((one) => one.refundedCash.costLost ?? '')),
          ana: addDecimals(
            own.flatMap((one) => one.clerks.filter(({ clerk }) => clerk === 'ana')).map((one) => one.total ?? ''),
          ),
        }
        const records = readSales(db, null)
          .filter((one) => one.currency === currency)
          .map((one) => toSaleRecord(one, null, 'masked'))
        const kept = addDecimals(records.map(({ margin }) => String(margin)))
        expect({
          margin: addDecimals([kept, wanted.marginLost]),
          costLost: addDecimals(records.map(({ costLost }) => String(costLost))),
        }).toEqual({ margin: wanted.margin, costLost: wanted.costLost })
        for (const all of [dayReports, months]) {
          const books = all.flatMap(({ currencies }) => currencies.filter((one) => one.currency === currency))
          const ways: readonly ((book: Book) => readonly SoldView[])[] = [
            ({ total }: Book) => [total],
            ({ parts }: Book) => parts,
            ({ products }: Book) => products,
            ({ clerks }: Book) => clerks,
          ]
          for (const lines of ways.map((way) => books.flatMap(way)))
            expect({
              count: lines.reduce((sum, one) => sum + one.count, 0),
              takings: addDecimals(lines.map((one) => one.takings)),
              cost: addDecimals(lines.map((one) => one.cost)),
              margin: addDecimals(lines.map((one) => one.margin)),
              back: addDecimals(lines.map((one) => one.refundedCash.total ?? '')),
              marginLost: addDecimals(lines.map((one) => one.marginLost)),
              costLost: addDecimals(lines.map((one) => one.costLost)),
              ana: addDecimals(
                books.flatMap(({ clerks }) => clerks.filter(({ clerk }) => clerk === 'ana')).map((one) => one.takings),
              ),
            }).toEqual(wanted)
        }
      }
    }),
  )
})
