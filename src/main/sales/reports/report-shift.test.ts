import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { fromUnits } from '../../../shared/money.ts'
import { shiftReportView, type Prices } from '../../../shared/sales/views.ts'
import { ledgerMigrations } from '../../db/migrations/ledger.ts'
import type { WritableDb } from '../../db/connections.ts'
import { openDatabase } from '../../db/open-database.ts'
import { createShifts, type Shifts } from '../shifts/create-shifts.ts'
import { deleteSale, insertSale, writeReturned } from '../sales-repository.ts'

const prices: Prices = {
  currency: 'MXN',
  rate: '17.2',
  rules: [],
  limits: { perSale: null, perClerk: null, perShift: null, perDay: null, cashOut: null, leastMarkup: '0' },
  showsExpected: true,
}
const refund = { reason: 'not-delivered', note: null, delivered: false } as const
let db: WritableDb
let now = 0
beforeEach(() => {
  db = openDatabase(':memory:', ledgerMigrations, 'normal')
  now = 1_800_000_000_000
  db.exec(`INSERT INTO clerks (id, name, colour, pin, added_at) VALUES ('ana', 'Ana', 'teal', x'00', 1)`)
})
afterEach(() => db.close())

const start = (): Shifts => createShifts(db, () => now)
/** Counts the drawer, and closes the shift. */
function close(shifts: Shifts, total: string): ReturnType<Shifts['close']> {
  shifts.count({ total }, null)
  return shifts.close()
}
const cents = (amount: bigint): string => fromUnits(amount, 2)
function reasonOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error instanceof AppError ? (error.details?.reason ?? error.code) : error
  }
}
function sell(price: bigint, shift: number, clerkId: string | null = 'ana'): string {
  const purchaseId = crypto.randomUUID()
  const amounts = { price: cents(price), cost: cents((price * 9n) / 10n), given: cents(price) }
  insertSale(db, { ...amounts, purchaseId, shift, clerkId, at: now++, sku: 'lumo', product: 'Lumo' })
  return purchaseId
}

describe('prices of a policy', () => {
  it('replace the manager’s and cannot be changed; a new currency waits for the end of the shift', () => {
    start().setPrices(prices)
    start().open('100')
    const ruled = createShifts(
      db,
      () => now,
      () => ({ ...prices, currency: 'EUR', rate: '0.9' }),
    )
    expect(ruled.prices()).toMatchObject({ currency: 'EUR', rate: '0.9' })
    expect(reasonOf(() => ruled.setPrices(prices))).toBe('policy')
    expect(reasonOf(() => ruled.selling())).toBe('shift-open')
    close(ruled, '100')
    ruled.open('50')
    expect(ruled.selling()).toMatchObject({ shift: { currency: 'EUR' }, prices: { rate: '0.9' } })
    expect(start().prices()).toEqual(prices)
  })
})

describe('a count', () => {
  const blind = { ...prices, showsExpected: false }
  const hidden = {
    expected: null,
    counted: null,
    sold: { count: 1, total: null, cost: null, margin: null },
    refundedCash: { count: 1, total: null, marginLost: null },
    refunds: [{ by: 'Ana', number: 1, amount: null, reason: 'not-delivered', note: null }],
    clerks: [{ by: 'Ana', count: 1, total: null }],
  }
  function begin(): Shifts {
    const shifts = start()
    shifts.setPrices(blind)
    shifts.open('500')
    writeReturned(db, sell(7_000n, 1), { ...refund, shift: 1, clerkId: 'ana', at: now++ })
    shifts.move({ direction: 'in', amount: '20', reason: 'Coins' }, 'ana')
    return shifts
  }

  it('is blind: no report has a sum before it, and the answer alone says what was expected', () => {
    const shifts = begin()
    expect(shifts.report(null)).toMatchObject(hidden)
    expect(JSON.stringify(shifts.report(1))).not.toMatch(/"70"|"63"|"7"|"520"/)
    expect(shifts.count({ total: '519' }, 'ana')).toEqual({ amount: '519', differs: 'short', by: '1', expected: '520' })
    expect(shifts.report(null)).toMatchObject({
      expected: '520',
      sold: { total: '70' },
      counted: { amount: '519', differs: 'short', by: '1' },
      counts: [{ by: 'Ana', amount: '519', expected: '520' }],
    })
  })

  it('may be seen before if the shop’s setting says so', () => {
    const shifts = begin()
    shifts.setPrices({ ...blind, showsExpected: true })
    expect(shifts.report(null)).toMatchObject({ expected: '520', counted: null })
    expect(reasonOf(() => shifts.close())).toBe('not-counted')
    expect(start().prices()).toEqual({ ...blind, showsExpected: true })
  })

  it('goes stale with every sale, refund and move, also if the clock stands still', () => {
    const shifts = begin()
    const owed = sell(1_000n, 1)
    const changes = [
      () => void sell(100n, 1),
      () => writeReturned(db, owed, { ...refund, shift: 1, clerkId: 'ana', at: now }),
      () => shifts.move({ direction: 'out', amount: '5', reason: 'Bank' }, null),
    ]
    for (const change of changes) {
      shifts.count({ total: '500' }, null)
      change()
      expect(shifts.report(null)).toMatchObject({ expected: null, counted: null })
      expect(shifts.report(null).counts.every(({ expected }) => expected === null)).toBe(true)
      expect(reasonOf(() => shifts.close())).toBe('not-counted')
    }
    expect(shifts.report(null).counts).toHaveLength(3)
  })

  it('goes stale with moves that leave as much cash as before', () => {
    const shifts = start()
    shifts.setPrices(prices)
    shifts.open('100')
    shifts.count({ total: '100' }, null)
    shifts.move({ direction: 'in', amount: '50', reason: 'change' }, null)
    shifts.move({ direction: 'out', amount: '50', reason: 'change' }, null)
    expect(shifts.report(null)).toMatchObject({ expected: '100', counted: null })
    expect(reasonOf(() => shifts.close())).toBe('not-counted')
  })

  it('may be repeated, and the last one closes the shift, also after a crash', () => {
    begin().count({ total: '1' }, 'ana')
    now += 60_000
    start().count({ total: '520' }, null)
    const z = start().close()
    expect(z).toMatchObject({
      counted: { amount: '520', differs: 'even', by: '0' },
      counts: [
        { by: 'Ana', amount: '1', expected: '520', again: false },
        { by: null, amount: '520', expected: '520', again: true },
      ],
    })
    expect(start().report(1)).toEqual(z)
    expect(reasonOf(() => start().count({ total: '1' }, null))).toBe('no-shift')
  })

  it('of cash that changed since the count before is no repeated one', () => {
    const shifts = begin()
    shifts.count({ total: '520' }, 'ana')
    shifts.move({ direction: 'in', amount: '10', reason: 'Coins' }, null)
    shifts.count({ total: '530' }, 'ana')
    expect(shifts.report(null).counts.map(({ again }) => again)).toEqual([false, false])
    // Two moves leave the same amount.
    for (const direction of ['in', 'out'] as const) shifts.move({ direction, amount: '5', reason: 'Change' }, null)
    shifts.count({ total: '530' }, 'ana')
    expect(shifts.report(null).counts.at(-1)?.again).toBe(false)
  })

  it('goes stale if another sale replaces one that was not paid', () => {
    const shifts = begin()
    const unpaid = sell(1_000n, 1)
    shifts.count({ total: '530' }, 'ana')
    deleteSale(db, unpaid)
    sell(300n, 1)
    expect(shifts.report(null).counted).toBeNull()
    shifts.count({ total: '523' }, 'ana')
    expect(shifts.report(null).counts.map(({ expected, again }) => [expected, again])).toEqual([
      ['530', false],
      ['523', false],
    ])
  })

  it('takes a note from the user who counted last, until the shift is closed', () => {
    const shifts = begin()
    expect(reasonOf(() => shifts.noteCount('Nobody counted', 'ana'))).toBe('not-counted')
    shifts.count({ total: '510' }, 'ana')
    expect(reasonOf(() => shifts.noteCount('Not mine', null))).toBe('not-counted')
    shifts.noteCount('A torn bil', 'ana')
    shifts.noteCount('A torn bill', 'ana')
    expect(shifts.list({ offset: 0, limit: 10 }).shifts).toMatchObject([{ counted: null, note: null }])
    shifts.count({ total: '512' }, null)
    expect(reasonOf(() => shifts.noteCount('Too late', 'ana'))).toBe('not-counted')
    shifts.noteCount('Two coins under the tray', null)
    expect(shifts.close().counts.map(({ note }) => note)).toEqual(['A torn bill', 'Two coins under the tray'])
    expect(reasonOf(() => shifts.noteCount('After the end', null))).toBe('no-shift')
    expect(start().list({ offset: 0, limit: 10 }).shifts).toMatchObject([
      { number: 1, counted: { amount: '512', differs: 'short', by: '8' }, note: 'Two coins under the tray' },
    ])
  })

  it('by bills and coins keeps them, and takes no piece of another currency', () => {
    const shifts = begin()
    const pieces = [
      { kind: 'bill', value: '500', count: 1 },
      { kind: 'coin', value: '20', count: 1 },
      { kind: 'coin', value: '0.5', count: 3 },
      { kind: 'bill', value: '20', count: 0 },
    ] as const
    expect(shifts.count({ pieces: [...pieces] }, 'ana')).toMatchObject({ amount: '521.5', differs: 'over', by: '1.5' })
    const stored = db.prepare('SELECT pieces FROM shift_counts').pluck().get()
    expect(JSON.parse(String(stored))).toEqual(pieces.slice(0, 3))
    const foreign = { kind: 'bill', value: '5', count: 1 } as const
    expect(reasonOf(() => shifts.count({ pieces: [foreign] }, 'ana'))).toBe('invalid-input')
    expect(reasonOf(() => shifts.count({ pieces: [...pieces, foreign] }, 'ana'))).toBe('invalid-input')
    expect(shifts.report(null).counts).toHaveLength(1)
  })
})

describe('the cash of a delivered sale that was given back', () => {
  const givenBack = { ...refund, reason: 'wrong-number', clerkId: null, delivered: true } as const

  it('leaves the drawer, and its cost is a loss besides what other refunds take', () => {
    start().setPrices(prices)
    start().open('500')
    sell(2_000n, 1)
    writeReturned(db, sell(1_000n, 1), { ...givenBack, shift: 1, at: now })
    writeReturned(db, sell(3_000n, 1), { ...refund, shift: 1, clerkId: 'ana', at: now })
    const report = start().report(null)
    expect(report).toMatchObject({
      expected: '520',
      sold: { count: 3, total: '60', cost: '18', margin: '2' },
      refundedCash: { count: 2, total: '40', marginLost: '0', costLost: '9' },
      refunds: [
        { number: 2, by: null, amount: '10', reason: 'wrong-number', delivered: true },
        { number: 3, by: 'Ana', delivered: false },
      ],
    })
    expect(shiftReportView.parse(report)).toEqual(report)
  })

  it('is the loss of the shift that gives it back, also of the margin booked before', () => {
    start().setPrices(prices)
    start().open('500')
    const sold = sell(1_000n, 1)
    const first = close(start(), '510')
    start().open('100')
    writeReturned(db, sold, { ...givenBack, shift: 2, at: now })
    expect(start().report(null)).toMatchObject({
      expected: '90',
      sold: { count: 0, cost: '0', margin: '0' },
      refundedCash: { count: 1, total: '10', marginLost: '1', costLost: '9' },
    })
    expect(start().report(1)).toEqual(first)
  })
})

describe('a shift', () => {
  it('needs prices, is the only open one, and starts and ends with a count', () => {
    const shifts = start()
    expect(reasonOf(() => shifts.open('100'))).toBe('no-prices')
    expect(reasonOf(() => shifts.move({ direction: 'in', amount: '1', reason: 'x' }, null))).toBe('no-shift')
    expect(reasonOf(() => shifts.close())).toBe('no-shift')
    shifts.setPrices(prices)
    expect(shifts.open('100')).toMatchObject({ number: 1, currency: 'MXN', closedAt: null })
    expect(reasonOf(() => shifts.open('5'))).toBe('shift-open')
    expect(reasonOf(() => shifts.setPrices({ ...prices, currency: 'EUR' }))).toBe('shift-open')
    expect(shifts.setPrices({ ...prices, rate: '18' }).rate).toBe('18')
    expect(close(shifts, '99.5')).toMatchObject({
      expected: '100',
      counted: { amount: '99.5', differs: 'short', by: '0.5' },
    })
    expect(shifts.current()).toBeNull()
    expect(shifts.setPrices({ ...prices, currency: 'EUR' }).currency).toBe('EUR')
    expect(shifts.open('0').number).toBe(2)
    expect(shifts.list({ offset: 0, limit: 10 }).shifts.map(({ number }) => number)).toEqual([2, 1])
  })

  it('refuses to take more out of the drawer than it can hold', () => {
    const shifts = start()
    shifts.setPrices(prices)
    shifts.open('50')
    expect(reasonOf(() => shifts.move({ direction: 'out', amount: '50.01', reason: 'Bank' }, 'ana'))).toBe(
      'drawer-short',
    )
    shifts.move({ direction: 'out', amount: '50', reason: 'Bank' }, 'ana')
    expect(shifts.report(null)).toMatchObject({ expected: '0', moves: [{ by: 'Ana', reason: 'Bank' }] })
  })

  it('stays open after a restart, and never changes once closed, despite later refunds', () => {
    const first = start()
    first.setPrices(prices)
    first.open('10')
    const sold = sell(2_000n, 1)
    expect(start().current()?.number).toBe(1)
    const z = close(start(), '30')
    now += 1000
    first.open('40')
    writeReturned(db, sold, { ...refund, shift: 2, clerkId: 'ana', at: now })
    expect(start().report(1)).toEqual(z)
    expect(z).toMatchObject({ sold: { count: 1, total: '20', cost: '18', margin: '2' }, counted: { differs: 'even' } })
    expect(start().report(2)).toMatchObject({
      expected: '20',
      sold: { count: 0 },
      refundedCash: { count: 1, total: '20' },
      refunds: [{ by: 'Ana', number: 1, amount: '20', reason: 'not-delivered', note: null }],
    })
  })

  it('counts cash that was given back once, in the shift that gave it first', () => {
    const shifts = start()
    shifts.setPrices(prices)
    shifts.open('100')
    const sold = sell(5_000n, 1)
    writeReturned(db, sold, { ...refund, shift: 1, clerkId: 'ana', at: now })
    close(shifts, '100')
    shifts.open('100')
    writeReturned(db, sold, { ...refund, shift: 2, clerkId: null, at: now + 1 })
    expect(shifts.report(1).refundedCash).toMatchObject({ count: 1, total: '50' })
    expect(shifts.report(null)).toMatchObject({ expected: '100', refundedCash: { count: 0 } })
  })

  it('adds up to the cent for any order of sales, moves and refunds', () => {
    const step = fc.oneof(
      fc.record({
        what: fc.constant('sell' as const),
        amount: fc.bigInt({ min: 1n, max: 500_000n }),
        by: fc.boolean(),
      }),
      fc.record({
        what: fc.constantFrom('in' as const, 'out' as const),
        amount: fc.bigInt({ min: 1n, max: 200_000n }),
      }),
      fc.record({ what: fc.constant('return' as const), which: fc.nat() }),
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 100_000n }), fc.array(step, { maxLength: 25 }), (float, steps) => {
        db.exec('DELETE FROM sales; DELETE FROM cash_moves; DELETE FROM shift_counts; DELETE FROM shifts')
        const shifts = start()
        shifts.setPrices(prices)
        const { number } = shifts.open(cents(float))
        let drawer = float
        const model = { ana: 0n, manager: 0n, back: 0n, notReturned: 0n }
        const owed: { id: string; price: bigint }[] = []
        for (const one of steps) {
          if (one.what === 'sell') {
            owed.push({ id: sell(one.amount, number, one.by ? 'ana' : null), price: one.amount })
            drawer += one.amount
            model[one.by ? 'ana' : 'manager'] += one.amount
            model.notReturned += one.amount - (one.amount * 9n) / 10n
          } else if (one.what === 'return') {
            const [back] = owed.splice(one.which % Math.max(1, owed.length), 1)
            if (back === undefined || back.price > drawer) continue
            writeReturned(db, back.id, { ...refund, shift: number, clerkId: 'ana', at: now++ })
            drawer -= back.price
            model.back += back.price
            model.notReturned -= back.price - (back.price * 9n) / 10n
          } else {
            const move = { direction: one.what, amount: cents(one.amount), reason: 'x' }
            const refused = reasonOf(() => shifts.move(move, null))
            expect(refused).toBe(one.what === 'out' && one.amount > drawer ? 'drawer-short' : undefined)
            if (refused === undefined) drawer += one.what === 'in' ? one.amount : -one.amount
          }
        }
        const report = shifts.report(null)
        expect(report.expected).toBe(cents(drawer))
        expect(report.sold).toMatchObject({ total: cents(model.ana + model.manager), margin: cents(model.notReturned) })
        expect(report.refundedCash.total).toBe(cents(model.back))
        const totals = Object.fromEntries(report.clerks.map(({ by, total }) => [by ?? 'manager', total]))
        expect(totals['Ana'] ?? '0').toBe(cents(model.ana))
        expect(totals['manager'] ?? '0').toBe(cents(model.manager))
        expect(close(shifts, cents(drawer + 1n)).counted).toMatchObject({ differs: 'over', by: '0.01' })
      }),
    )
  })
})
