import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { spanOf } from '../../../shared/periods.ts'
import type { ExportFormat } from '../../../shared/sales/export.ts'
import { ledgerMigrations } from '../../db/migrations/ledger.ts'
import type { WritableDb } from '../../db/connections.ts'
import { openDatabase } from '../../db/open-database.ts'
import { inEnglish, readTable } from '../../../testing/exports/read-table.ts'
import { createReports, type Reports, type ReportsOptions } from './create-reports.ts'
import { insertCount, writeCountNote } from '../drawer/drawer-repository.ts'
import { createShifts } from '../shifts/create-shifts.ts'
import { insertSale, writeReturned } from '../sales-repository.ts'
import { shiftColumns } from '../shifts/shift-record.ts'
import { closeShift, insertMove, insertShift } from '../shifts/shifts-repository.ts'

const { from, to } = spanOf('2026-11-22')
const noPurchases = { booked: () => null, row: () => null, isOnChain: () => Promise.resolve(null) }
let db: WritableDb
let reports: Reports
beforeEach(() => {
  db = openDatabase(':memory:', ledgerMigrations, 'normal')
  db.exec(`INSERT INTO clerks (id, name, colour, pin, added_at) VALUES ('ana', '=Ana', 'teal', x'00', 1)`)
  const now = (): number => to
  reports = createReports({ ledger: db, now, shifts: createShifts(db, now), purchases: noPurchases })
  insertShift(db, 'MXN', '100', from)
})
afterEach(() => db.close())

function sell(at: number, shift = 1): string {
  const purchaseId = crypto.randomUUID()
  insertSale(db, {
    purchaseId,
    shift,
    at,
    clerkId: 'ana',
    sku: 'lumo',
    product: 'Lumo',
    price: '0.3',
    cost: '0.1',
    given: '1',
  })
  return purchaseId
}
const day = { first: '2026-11-22', last: '2026-11-22' }
const text = (of: Parameters<Reports['exportSales']>[0]['of'], format: ExportFormat): string =>
  [...reports.exportSales({ of, format, table: inEnglish, references: 'masked' }).text].join('')
const numbers = (of: Parameters<typeof text>[0]): unknown[] =>
  (JSON.parse(text(of, 'json')) as { sales: { number: number }[] }).sales.map(({ number }) => number)

describe('the sales of a span', () => {
  it('are each written once, in order, even with equal times', () => {
    sell(from - 1)
    for (let number = 2; number <= 251; number++) sell(from + Math.floor(number / 90))
    sell(to)
    const all = Array.from({ length: 250 }, (_, index) => index + 2)
    expect(numbers(day)).toEqual(all)
    expect(numbers({ first: '2026-11-21', last: '2026-11-23' })).toEqual([1, ...all, 252])
    expect(numbers({ shift: 1 })).toEqual([1, ...all, 252])
    expect(text(day, 'csv').match(/\r\n/g)).toHaveLength(251)
  })

  it('are each written once although the clock was set back between them', () => {
    for (let number = 1; number <= 120; number++) sell(from + 1000 + number)
    for (let number = 1; number <= 120; number++) sell(from + number)
    const later = Array.from({ length: 120 }, (_, index) => index + 1)
    expect(numbers(day)).toEqual([...later.map((number) => number + 120), ...later])
    expect(numbers({ shift: 1 })).toEqual(Array.from({ length: 240 }, (_, index) => index + 1))
  })

  it('are read one page at a time while the file is written', () => {
    for (let number = 1; number <= 150; number++) sell(from)
    const pieces = reports
      .exportSales({ of: { shift: 1 }, format: 'csv', table: inEnglish, references: 'masked' })
      .text[Symbol.iterator]()
    const lines = (): number => (pieces.next().value as string).split('\r\n').length - 1
    expect([lines(), lines()]).toEqual([1, 100])
    sell(from)
    expect(lines()).toBe(51)
  })

  it('are a header line alone, or an empty list, if nothing was sold', () => {
    expect(text(day, 'csv')).toMatch(/^\uFEFFNo\.,Sold at,[^\n]*\r\n$/)
    expect(JSON.parse(text(day, 'json'))).toMatchObject({ kind: 'till-sales', of: day, sales: [] })
    expect(() =>
      reports.exportSales({ of: { shift: 7 }, format: 'csv', table: inEnglish, references: 'masked' }),
    ).toThrow('no such shift')
  })

  it('name the reason of a refund, and its note', () => {
    const refund = {
      shift: 1,
      clerkId: 'ana',
      at: from + 1,
      reason: 'other',
      note: 'No signal',
      delivered: false,
    } as const
    writeReturned(db, sell(from), refund)
    const { sales } = JSON.parse(text(day, 'json')) as { sales: unknown[] }
    expect(sales).toMatchObject([{ refundedShift: 1, refundReason: 'other', refundNote: 'No signal' }])
    expect(text(day, 'csv')).toContain(',Other reason,No signal,\r\n')
  })

  it('put no formula into a spreadsheet', () => {
    sell(from)
    expect(text(day, 'csv')).toContain(",'=Ana,ana,")
  })
})

describe('before the open shift’s drawer is counted', () => {
  it('no file has a sum, or an amount of one of its sales', () => {
    sell(from)
    closeShift(db, 1, '100.3', from + 1)
    insertShift(db, 'MXN', '40', from + 2)
    sell(from + 3, 2)
    const read = (): string =>
      [...reports.exportShifts({ of: day, format: 'json', table: inEnglish }).text].join('') +
      text(day, 'json') +
      text({ shift: 2 }, 'csv')
    const secret = { price: null, given: null, change: null, cost: null, margin: null, paidAmount: null }
    const [sold, open] = (JSON.parse(text(day, 'json')) as { sales: unknown[] }).sales
    expect(sold).toMatchObject({ shift: 1, price: '0.3', margin: '0.2' })
    expect(open).toMatchObject({ shift: 2, product: 'Lumo', ...secret })
    const { shifts } = JSON.parse(
      [...reports.exportShifts({ of: day, format: 'json', table: inEnglish }).text].join(''),
    ) as {
      shifts: unknown[]
    }
    expect(shifts).toMatchObject([
      { report: 'Z', expected: '100.3' },
      { report: 'X', expected: null, sold: { count: 1, total: null } },
    ])
    expect(read()).not.toContain('40.3')
    createShifts(db, () => to).count({ total: '40' }, 'ana')
    expect(read()).toContain('40.3')
    expect(text({ shift: 2 }, 'csv')).toContain(',0.3,')
  })
})

describe('the reports of a span', () => {
  it('count the reasons of refunds', () => {
    for (const reason of ['wrong-number', 'not-delivered', 'not-delivered'] as const)
      writeReturned(db, sell(from), { shift: 1, clerkId: 'ana', at: from + 1, reason, note: null, delivered: false })
    const csv = [...reports.exportShifts({ of: { shift: 1 }, format: 'csv', table: inEnglish }).text].join('')
    expect(csv).toContain('"Not delivered 2, Wrong number 1"')
  })

  it('are refused before anything is written if there is no such shift', () => {
    const of = { shift: 7 }
    expect(() => reports.exportShifts({ of, format: 'csv', table: inEnglish })).toThrow('no such shift')
  })

  it('have no payments of an open shift or of none, which nobody asks about', async () => {
    const refused = { code: 'not-allowed', details: { reason: 'shift-open' } }
    await expect(reports.checkPayments(1)).rejects.toMatchObject(refused)
    await expect(reports.checkPayments(7)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('say of a closed shift how many of its payments main found on chain, as the screen does', async () => {
    const paid = new Map([sell(from), sell(from), sell(from)].map((id, index) => [id, index !== 1]))
    sell(from)
    closeShift(db, 1, '101.2', from + 1)
    const shifts = createShifts(db, () => to)
    const purchases = {
      booked: () => null,
      row: (id: string) => (paid.has(id) ? {} : null),
      isOnChain: (id: string) => Promise.resolve(paid.get(id) ?? null),
    } as unknown as ReportsOptions['purchases']
    const checked = createReports({ ledger: db, now: () => to, shifts, purchases })
    const read = (format: ExportFormat): string =>
      [...checked.exportShifts({ of: { shift: 1 }, format, table: inEnglish }).text].join('')
    const onChain = (): unknown => (JSON.parse(read('json')) as { shifts: { onChain: unknown }[] }).shifts[0]?.onChain
    const inTable = (): unknown => readTable(read('csv'), shiftColumns, inEnglish)[0]
    expect([shifts.report(1).onChain, onChain()]).toEqual([null, null])
    expect(inTable()).toMatchObject({ payments: '', paymentsOnChain: '' })
    await checked.checkPayments(1)
    expect(shifts.report(1).onChain).toMatchObject({ payments: 3, found: 2 })
    expect(onChain()).toMatchObject({ payments: 3, found: 2 })
    expect(inTable()).toMatchObject({ payments: '3', paymentsOnChain: '2' })
  })

  it('cover the shifts opened in it, Z and X, as the screen shows them', () => {
    sell(from)
    insertMove(db, { shift: 1, clerk: null, at: from, direction: 'out', amount: '5.5', reason: 'Bank' })
    const count = { shift: 1, clerk: 'ana', at: to, amount: '94', expected: '94.8', entries: 2, pieces: null }
    for (let times = 1; times <= 3; times++) insertCount(db, count)
    writeCountNote(db, 1, 'ana', 'A torn bill')
    closeShift(db, 1, '94', to)
    insertShift(db, 'MXN', '0', to)
    const read = (last: string, format: ExportFormat): string =>
      [...reports.exportShifts({ of: { first: '2026-11-22', last }, format, table: inEnglish }).text].join('')
    const { shifts } = JSON.parse(read('2026-11-23', 'json')) as { shifts: unknown[] }
    expect(shifts).toMatchObject([
      { report: 'Z', shift: 1, clerks: [{ clerk: 'ana', total: '0.3' }], moves: [{ reason: 'Bank' }] },
      { report: 'X', shift: 2, closedAt: null },
    ])
    const rows = readTable(read('2026-11-22', 'csv'), shiftColumns, inEnglish)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      report: 'Z',
      shift: '1',
      float: '100',
      soldCount: '1',
      soldTotal: '0.3',
      paidIn: '0',
      paidOut: '5.5',
      expected: '94.8',
      counted: '94',
      differs: 'Short',
      difference: '0.8',
      counts: '3',
      recounts: '2',
      countNote: 'A torn bill',
      margin: '0.2',
      marginLost: '0',
    })
  })
})
