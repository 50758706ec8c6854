import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { PurchaseEvent } from '../../shared/purchases/state.ts'
import type { Schedule } from '../../shared/reminders/schedule.ts'
import { createSealer, type Sealer } from '../db/seal.ts'
import { listAlike } from '../purchases/list-alike.ts'
import type { PurchaseContext } from '../purchases/purchase-context.ts'
import { openTestLedger, type StoreOptions, type TestLedger } from '../../testing/purchases/ledger.ts'
import { openReminders, type Reminders } from './open-reminders.ts'

let books: TestLedger
let reminders: Reminders
let today: string
const noon = (day: string): number => new Date(`${day}T12:00`).getTime()
const every28: Schedule = { kind: 'days', days: 28 }

function open(sealer: Sealer): Reminders {
  const context = { ...books.context, sealer } as PurchaseContext
  return openReminders({ ...context, now: () => noon(today), purchases: { alike: (ids) => listAlike(context, ids) } })
}
beforeEach(() => {
  books = openTestLedger()
  today = '2026-01-01'
  reminders = open(books.context.sealer)
})
afterEach(() => books.dispose())

const failed: readonly PurchaseEvent[] = [{ type: 'reverted' }]
const buy = (day: string, options: StoreOptions = {}): string => books.store({ ...options, createdAt: noon(day) })
const dates = (): string[] => reminders.list().map(({ dueOn }) => dueOn)
function refused(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
}

describe('a reminder', () => {
  it('is due on the days that follow its purchase', () => {
    const purchaseId = buy('2026-01-01')
    reminders.set({ purchaseId, schedule: every28 })
    expect(reminders.list()).toMatchObject([{ purchase: { id: purchaseId }, schedule: every28, dueOn: '2026-01-29' }])
  })

  it('is handled by buying the same for the same recipient, from it or not', () => {
    reminders.set({ purchaseId: buy('2026-01-01', { reference: '+52 1' }), schedule: every28 })
    buy('2026-01-29', { reference: '+52 2' })
    expect(dates()).toEqual(['2026-01-29'])
    today = '2026-01-30'
    buy('2026-01-30', { reference: '+521' })
    expect(dates()).toEqual(['2026-02-27'])
  })

  it('stays with its recipient when a service writes the number in another way', () => {
    const first = buy('2026-01-01', { country: 'MX', reference: '+525512345678' })
    reminders.set({ purchaseId: first, schedule: every28 })
    today = '2026-01-30'
    const second = buy('2026-01-30', { country: 'MX', reference: '55 1234 5678' })
    expect(dates()).toEqual(['2026-02-27'])
    reminders.set({ purchaseId: second, schedule: every28 })
    expect(dates()).toHaveLength(1)
  })

  it('that is due at once is handled by buying the same later on the same day', () => {
    const purchaseId = buy('2026-01-01')
    reminders.set({ purchaseId, schedule: { kind: 'end', lastDay: '2026-01-02', daysBefore: 3 } })
    expect(dates()).toEqual(['2026-01-01'])
    books.store({ createdAt: noon('2026-01-01') + 60_000 })
    expect(dates()).toEqual([])
    expect(reminders.of(purchaseId)).toEqual({ reminder: null, start: '2026-01-01' })
  })

  it('fills the checkout from the last purchase of the same, whose other fields may be newer', () => {
    const first = buy('2026-01-01')
    reminders.set({ purchaseId: first, schedule: every28 })
    expect(reminders.list()).toMatchObject([{ lastId: first }])
    const last = buy('2026-01-29', { fields: [{ key: 'sender name', value: 'Ana' }] })
    buy('2026-01-30', { events: failed })
    expect(reminders.list()).toMatchObject([{ lastId: last, purchase: { id: first } }])
  })

  it('is one for each product of the same recipient, the next one first', () => {
    const [late, soon] = [buy('2026-01-01', { sku: 'LATE' }), buy('2026-01-01', { sku: 'SOON' })]
    reminders.set({ purchaseId: late, schedule: every28 })
    reminders.set({ purchaseId: soon, schedule: { kind: 'days', days: 7 } })
    expect(reminders.list()).toMatchObject([
      { purchase: { id: soon }, dueOn: '2026-01-08' },
      { purchase: { id: late }, dueOn: '2026-01-29' },
    ])
    today = '2026-01-08'
    buy('2026-01-08', { sku: 'SOON' })
    expect(dates()).toEqual(['2026-01-15', '2026-01-29'])
  })

  it('is not skipped by a press on a date that a purchase has handled meanwhile', () => {
    const purchaseId = buy('2026-01-01')
    reminders.set({ purchaseId, schedule: every28 })
    buy('2026-01-29')
    today = '2026-02-26'
    reminders.skip({ purchaseId, dueOn: '2026-01-29' })
    expect(dates()).toEqual(['2026-02-26'])
    reminders.skip({ purchaseId, dueOn: '2026-02-26' })
    expect(dates()).toEqual(['2026-03-26'])
  })

  it('is due again once that purchase was not paid', () => {
    reminders.set({ purchaseId: buy('2026-01-01'), schedule: every28 })
    buy('2026-01-29', { events: failed })
    expect(dates()).toEqual(['2026-01-29'])
  })

  it('is set once for a product and a recipient, whichever of the purchases it is set on', () => {
    const first = buy('2026-01-01')
    reminders.set({ purchaseId: first, schedule: every28 })
    const second = buy('2026-01-29')
    today = '2026-01-30'
    expect(reminders.of(second)).toMatchObject({ reminder: { dueOn: '2026-02-26' }, start: '2026-01-29' })
    reminders.set({ purchaseId: second, schedule: { kind: 'month' } })
    expect(dates()).toEqual(['2026-02-28'])
    reminders.stop(reminders.list()[0]?.purchase.id ?? '')
    expect(reminders.of(first)).toEqual({ reminder: null, start: '2026-01-29' })
  })

  it('that is saved unchanged stays as far as it was', () => {
    const purchaseId = buy('2026-01-01')
    reminders.set({ purchaseId, schedule: every28 })
    today = '2026-01-29'
    reminders.skip({ purchaseId, dueOn: '2026-01-29' })
    reminders.set({ purchaseId, schedule: { days: 28, kind: 'days' } })
    expect(dates()).toEqual(['2026-02-26'])
  })

  it.each([
    ['of every 28 days', every28, '2026-01-29', '2026-02-26'],
    ['before an end', { kind: 'end', lastDay: '2026-01-30', daysBefore: 1 } as const, '2026-01-29', null],
  ])('that is skipped by mistake is due again: %s', (_, schedule, dueOn, next) => {
    const purchaseId = buy('2026-01-01')
    reminders.set({ purchaseId, schedule })
    today = '2026-02-02'
    reminders.skip({ purchaseId, dueOn })
    expect(dates()).toEqual(next === null ? [] : [next])
    for (const day of ['2026-01-28', dueOn, dueOn]) reminders.unskip({ purchaseId, dueOn: day })
    expect(dates()).toEqual([dueOn])
    expect(reminders.takeNews()).toHaveLength(1)
    reminders.skip({ purchaseId, dueOn })
    expect(dates()).toEqual(next === null ? [] : [next])
  })

  it('is skipped once, however often it is pressed, also with a clock set back since', () => {
    const purchaseId = buy('2026-01-01')
    reminders.set({ purchaseId, schedule: every28 })
    today = '2026-03-01'
    for (const _ of [1, 2]) reminders.skip({ purchaseId, dueOn: '2026-01-29' })
    expect(dates()).toEqual(['2026-03-26'])
    today = '2026-01-30'
    expect(reminders.takeNews()).toEqual([])
    today = '2026-03-01'
    expect(dates()).toEqual(['2026-03-26'])
    expect(reminders.takeNews()).toEqual([])
  })

  it('keeps the days from a late purchase after it is skipped', () => {
    const purchaseId = buy('2026-01-01')
    reminders.set({ purchaseId, schedule: every28 })
    buy('2026-02-01')
    today = '2026-03-01'
    reminders.skip({ purchaseId, dueOn: '2026-03-01' })
    expect(dates()).toEqual(['2026-03-29'])
  })

  it('before an end renews with the validity that the service states, and ends with one that cannot be', () => {
    const due = (durationDays: string): string[] => {
      const purchaseId = buy('2026-01-01', { reference: `+${durationDays}`, durationDays })
      reminders.set({ purchaseId, schedule: { kind: 'end', lastDay: '2026-01-31', daysBefore: 3 } })
      buy('2026-01-28', { reference: `+${durationDays}`, durationDays })
      const found = dates()
      reminders.stop(purchaseId)
      return found
    }
    expect(due('30')).toEqual(['2026-02-24'])
    expect(['0', '0.5', '99999', '9'.repeat(20), '9'.repeat(400)].map(due)).toEqual([[], [], [], [], []])
  })

  it('belongs to a purchase of the owner’s', () => {
    const purchaseId = buy('2026-01-01')
    books.context.ledger.exec(`
      INSERT INTO clerks (id, name, colour, pin, added_at) VALUES ('clerk', 'Ana', 'teal', x'00', 1);
      INSERT INTO shifts VALUES (1, 'MXN', '100', 1, 2, '120');
      INSERT INTO sales (number, purchase_id, shift, clerk_id, at, sku, product, price, cost, given)
        VALUES (1, '${purchaseId}', 1, 'clerk', 1, 'OAK', '{}', '25', '20', '30');`)
    expect(refused(() => reminders.set({ purchaseId, schedule: every28 }))).toBe('not-allowed')
    expect(reminders.of(purchaseId)).toEqual({ reminder: null, start: null })
    expect(refused(() => reminders.stop(purchaseId))).toBe('not-found')
    expect(refused(() => reminders.skip({ purchaseId, dueOn: '2026-01-29' }))).toBe('not-found')
  })

  it('is sealed: neither its days nor that it is a reminder of someone is readable, and moved it is none', () => {
    const [one, other] = [buy('2026-01-01'), buy('2026-01-01', { reference: '+2' })]
    reminders.set({ purchaseId: one, schedule: { kind: 'end', lastDay: '2026-05-17', daysBefore: 3 } })
    const { ledger } = books.context
    expect(ledger.serialize().includes('2026-05-17')).toBe(false)
    ledger.prepare('UPDATE reminders SET purchase_id = ?').run(other)
    expect(reminders.list()).toEqual([])
    expect(open(createSealer(randomBytes(32))).list()).toEqual([])
  })
})

it('many reminders are read in one pass over the purchases', () => {
  const ids = Array.from({ length: 3 }, (_, number) => buy('2026-01-01', { reference: `+${number}` }))
  for (const purchaseId of ids) reminders.set({ purchaseId, schedule: every28 })
  const { ledger } = books.context
  const prepare = vi.spyOn(ledger, 'prepare')
  expect(dates()).toHaveLength(3)
  expect(prepare.mock.calls.filter(([sql]) => sql.includes('FROM sales'))).toHaveLength(1)
})

describe('a clock that was years ahead, and is right again', () => {
  const id = (): string => reminders.list()[0]?.purchase.id ?? ''
  it('has skipped no more than the date that was due then', () => {
    reminders.set({ purchaseId: buy('2026-01-01'), schedule: every28 })
    today = '2028-08-01'
    reminders.skip({ purchaseId: id(), dueOn: '2026-01-29' })
    today = '2026-01-15'
    expect(dates()).toEqual(['2026-02-26'])
    today = '2026-02-26'
    reminders.skip({ purchaseId: id(), dueOn: '2026-02-26' })
    expect(dates()).toEqual(['2026-03-26'])
  })

  it('has notified of no date that is due since', () => {
    reminders.set({ purchaseId: buy('2026-01-01'), schedule: every28 })
    const news = (day: string): number => {
      today = day
      return reminders.takeNews().length
    }
    expect(['2028-08-01', '2026-01-28', '2026-01-29', '2026-01-30', '2026-02-26'].map(news)).toEqual([1, 0, 1, 0, 1])
  })

  it('leaves a reminder that was set by it', () => {
    const purchaseId = buy('2026-01-01')
    today = '2028-08-01'
    reminders.set({ purchaseId, schedule: every28 })
    today = '2026-01-02'
    expect(dates()).toEqual(['2026-01-29'])
  })

  it('leaves the dates after a purchase that was made by it', () => {
    reminders.set({ purchaseId: buy('2026-01-01'), schedule: every28 })
    buy('2028-08-01')
    today = '2026-01-30'
    expect(dates()).toEqual(['2026-02-26'])
    reminders.stop(id())
    today = '2026-02-01'
    reminders.set({ purchaseId: buy('2101-01-01', { reference: '+2' }), schedule: every28 })
    expect(dates()).toEqual(['2026-03-01'])
    buy('2026-03-01', { reference: '+2' })
    today = '2026-03-02'
    expect(dates()).toEqual(['2026-03-29'])
  })

  it('counts a purchase that was made by it once, however often a date is skipped', () => {
    reminders.set({ purchaseId: buy('2026-01-01'), schedule: every28 })
    buy('2028-08-01')
    for (const dueOn of ['2026-02-26', '2026-03-26', '2026-04-23']) {
      today = dueOn
      expect(dates()).toEqual([dueOn])
      reminders.skip({ purchaseId: id(), dueOn })
    }
    buy('2026-05-21')
    today = '2026-05-22'
    expect(dates()).toEqual(['2026-06-18'])
  })

  it('counts its purchases in the order in which they were made', () => {
    reminders.set({ purchaseId: buy('2026-01-01'), schedule: every28 })
    buy('2028-08-01')
    buy('2026-02-26')
    today = '2026-02-27'
    expect(dates()).toEqual(['2026-03-26'])
    buy('2028-08-02')
    expect(dates()).toEqual(['2026-04-23'])
  })

  it('differs from a zone in which it is a day or two earlier', () => {
    reminders.set({ purchaseId: buy('2026-01-01'), schedule: every28 })
    today = '2026-03-01'
    reminders.skip({ purchaseId: id(), dueOn: '2026-01-29' })
    today = '2026-02-27'
    expect(dates()).toEqual(['2026-03-26'])
  })
})

describe('news', () => {
  it('come once for each date, also after a restart, and once for several', () => {
    const purchaseId = buy('2026-01-01')
    reminders.set({ purchaseId, schedule: every28 })
    const news = (day: string): number => {
      today = day
      return open(books.context.sealer).takeNews().length
    }
    const days = ['2026-01-28', '2026-01-29', '2026-01-29', '2026-02-25', '2026-02-26', '2028-08-01', '2028-08-02']
    expect(days.map(news)).toEqual([0, 1, 0, 0, 1, 1, 0])
  })

  it('do not come for what was bought meanwhile', () => {
    reminders.set({ purchaseId: buy('2026-01-01'), schedule: every28 })
    buy('2026-01-28')
    today = '2026-01-29'
    expect(reminders.takeNews()).toEqual([])
  })
})
