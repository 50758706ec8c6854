import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { spanOf } from '../../../shared/periods.ts'
import { daySummaryView, type DaySummaryView, type Prices } from '../../../shared/sales/views.ts'
import { ledgerMigrations } from '../../db/migrations/ledger.ts'
import type { WritableDb } from '../../db/connections.ts'
import { openDatabase } from '../../db/open-database.ts'
import { createReports } from './create-reports.ts'
import { createShifts, type Shifts } from '../shifts/create-shifts.ts'
import { insertSale, writeReturned } from '../sales-repository.ts'

const refund = { reason: 'not-delivered', note: null, delivered: false } as const
const limits = { perSale: null, perClerk: null, perShift: null, perDay: null, cashOut: null, leastMarkup: '0' }
const prices: Prices = { currency: 'MXN', rate: '17.2', rules: [], limits }
const day = '2026-11-22'
const { from, to } = spanOf(day)
const noPurchases = { booked: () => null, row: () => null, isOnChain: () => Promise.resolve(null) }
let db: WritableDb
let now = from
let shifts: Shifts
beforeEach(() => {
  db = openDatabase(':memory:', ledgerMigrations, 'normal')
  db.exec(`INSERT INTO clerks (id, name, colour, pin, added_at) VALUES
    ('ana', 'Ana', 'teal', x'00', 1), ('ben', 'Ben', 'rose', x'00', 1)`)
  now = from
  shifts = createShifts(db, () => now)
  shifts.setPrices(prices)
  shifts.open('500')
})
afterEach(() => db.close())

function sell(price: string, clerkId: string | null, shift = 1): string {
  const purchaseId = crypto.randomUUID()
  const amounts = { price, cost: '1', given: price }
  insertSale(db, { ...amounts, purchaseId, shift, clerkId, at: now++, sku: 'lumo', product: 'Lumo' })
  return purchaseId
}
function report(of = day): DaySummaryView {
  const reports = createReports({ ledger: db, now: () => now, shifts, purchases: noPurchases })
  const summary = reports.day(of)
  expect(daySummaryView.parse(summary)).toEqual(summary)
  return summary
}
function workADay(): void {
  sell('100', 'ben')
  sell('25.5', 'ana')
  writeReturned(db, sell('30', 'ben'), { ...refund, shift: 1, clerkId: 'ana', at: now++ })
  shifts.move({ direction: 'out', amount: '50', reason: 'Bank' }, 'ben')
  shifts.move({ direction: 'in', amount: '20', reason: 'Coins' }, null)
}

describe('the summary of a day', () => {
  it('adds up equal sales and refunds, each for its own clerk', () => {
    for (const clerk of ['ana', 'ana', 'ben', null]) sell('10.1', clerk)
    for (const by of ['ben', 'ben'])
      writeReturned(db, sell('3', 'ana'), { ...refund, shift: 1, clerkId: by, at: now++ })
    shifts.count({ total: '540.4' }, null)
    const sold = (count: number, total: string): object => ({ sold: { count, total } })
    const twice = { count: 2, total: '6' }
    expect(report().currencies).toMatchObject([
      {
        total: { ...sold(6, '46.4'), refunded: twice },
        change: { direction: 'in', amount: '40.4' },
        clerks: [
          { clerk: null, ...sold(1, '10.1') },
          { clerk: 'ana', ...sold(4, '26.2') },
          { clerk: 'ben', ...sold(1, '10.1'), refunded: twice },
        ],
      },
    ])
  })

  it('adds up what was sold, refunded and moved, by clerk, and what it did to the drawer', () => {
    workADay()
    shifts.count({ total: '595.5' }, null)
    const nothing = { count: 0, total: '0' }
    expect(report()).toEqual({
      day,
      currencies: [
        {
          currency: 'MXN',
          total: {
            sold: { count: 3, total: '155.5' },
            refunded: { count: 1, total: '30' },
            paidIn: '20',
            paidOut: '50',
          },
          change: { direction: 'in', amount: '95.5' },
          clerks: [
            { clerk: null, by: null, sold: nothing, refunded: nothing, paidIn: '20', paidOut: '0' },
            {
              clerk: 'ana',
              by: 'Ana',
              sold: { count: 1, total: '25.5' },
              refunded: { count: 1, total: '30' },
              paidIn: '0',
              paidOut: '0',
            },
            {
              clerk: 'ben',
              by: 'Ben',
              sold: { count: 2, total: '130' },
              refunded: nothing,
              paidIn: '0',
              paidOut: '50',
            },
          ],
        },
      ],
    })
  })

  it('says when more cash left than came, on the day on which it left', () => {
    const sold = sell('40', 'ana')
    now = to
    writeReturned(db, sold, { ...refund, shift: 1, clerkId: 'ana', at: now })
    shifts.count({ total: '500' }, null)
    expect(report().currencies[0]?.change).toEqual({ direction: 'in', amount: '40' })
    expect(report('2026-11-23').currencies[0]).toMatchObject({
      total: { sold: { count: 0, total: '0' }, refunded: { count: 1, total: '40' } },
      change: { direction: 'out', amount: '40' },
    })
    expect(report('2026-11-24')).toEqual({ day: '2026-11-24', currencies: [] })
  })

  it('has no sum before the drawer is counted, and says nothing less of days that the open shift did not touch', () => {
    workADay()
    const [hidden] = report().currencies
    expect(hidden).toMatchObject({
      change: null,
      total: { sold: { count: 3, total: null }, refunded: { count: 1, total: null }, paidOut: '50' },
    })
    expect(hidden?.clerks.map(({ by, sold }) => [by, sold.total])).toEqual([
      [null, null],
      ['Ana', null],
      ['Ben', null],
    ])
    expect(JSON.stringify(hidden)).not.toMatch(/155\.5|95\.5|"130"|"30"/)
    shifts.count({ total: '595.5' }, null)
    shifts.close()
    now = to
    shifts.open('500')
    sell('10', 'ana', 2)
    expect(report().currencies[0]).toMatchObject({ change: { amount: '95.5' } })
    expect(report('2026-11-23').currencies[0]).toMatchObject({ change: null })
    shifts.setPrices({ ...prices, showsExpected: true })
    expect(report('2026-11-23').currencies[0]).toMatchObject({ change: { amount: '10' } })
  })

  it('has no sum if the uncounted shift only gave cash back for what another one sold', () => {
    const sold = sell('40', 'ana')
    shifts.count({ total: '540' }, null)
    shifts.close()
    shifts.open('500')
    writeReturned(db, sold, { ...refund, shift: 2, clerkId: 'ana', at: now++ })
    expect(report().currencies[0]).toMatchObject({ change: null, total: { refunded: { count: 1, total: null } } })
    shifts.count({ total: '460' }, null)
    expect(report().currencies[0]).toMatchObject({ change: { direction: 'in', amount: '0' } })
  })

  it('counts what happens exactly at midnight on the next day alone', () => {
    now = to
    shifts.move({ direction: 'in', amount: '20', reason: 'Coins' }, null)
    sell('40', 'ana')
    shifts.count({ total: '560' }, null)
    expect(report().currencies).toEqual([])
    expect(report('2026-11-23').currencies[0]).toMatchObject({
      total: { sold: { count: 1, total: '40' }, paidIn: '20' },
      change: { direction: 'in', amount: '60' },
    })
  })
})
