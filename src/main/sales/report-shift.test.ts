import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { fromUnits } from '../../shared/money.ts'
import type { Prices } from '../../shared/sales/views.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { createShifts, type Shifts } from './create-shifts.ts'
import { insertSale, writeReturned } from './sales-repository.ts'

const prices: Prices = {
  currency: 'MXN',
  rate: '17.2',
  rules: [],
  limits: { perSale: null, perClerk: null, perShift: null, perDay: null, cashOut: null, leastMarkup: '0' },
}
let db: WritableDb
let now = 0
beforeEach(() => {
  db = openDatabase(':memory:', ledgerMigrations, 'normal')
  now = 1_800_000_000_000
  db.exec(`INSERT INTO clerks (id, name, colour, pin, added_at) VALUES ('ana', 'Ana', 'teal', x'00', 1)`)
})
afterEach(() => db.close())

const start = (): Shifts => createShifts(db, () => now)
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
    ruled.close('100')
    ruled.open('50')
    expect(ruled.selling()).toMatchObject({ shift: { currency: 'EUR' }, prices: { rate: '0.9' } })
    expect(start().prices()).toEqual(prices)
  })
})

describe('a shift', () => {
  it('needs prices, is the only open one, and starts and ends with a count', () => {
    const shifts = start()
    expect(reasonOf(() => shifts.open('100'))).toBe('no-prices')
    expect(reasonOf(() => shifts.move({ direction: 'in', amount: '1', reason: 'x' }, null))).toBe('no-shift')
    expect(reasonOf(() => shifts.close('0'))).toBe('no-shift')
    shifts.setPrices(prices)
    expect(shifts.open('100')).toMatchObject({ number: 1, currency: 'MXN', closedAt: null })
    expect(reasonOf(() => shifts.open('5'))).toBe('shift-open')
    expect(reasonOf(() => shifts.setPrices({ ...prices, currency: 'EUR' }))).toBe('shift-open')
    expect(shifts.setPrices({ ...prices, rate: '18' }).rate).toBe('18')
    expect(shifts.close('99.5')).toMatchObject({
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
    const z = start().close('30')
    now += 1000
    first.open('40')
    writeReturned(db, sold, 2, 'ana', now)
    expect(start().report(1)).toEqual(z)
    expect(z).toMatchObject({ sold: { count: 1, total: '20', cost: '18', margin: '2' }, counted: { differs: 'even' } })
    expect(start().report(2)).toMatchObject({
      expected: '20',
      sold: { count: 0 },
      refundedCash: { count: 1, total: '20' },
    })
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
        db.exec('DELETE FROM sales; DELETE FROM cash_moves; DELETE FROM shifts')
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
            writeReturned(db, back.id, number, 'ana', now++)
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
        expect(shifts.close(cents(drawer + 1n)).counted).toMatchObject({ differs: 'over', by: '0.01' })
      }),
    )
  })
})
