import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Schedule } from '../../../shared/reminders/schedule.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { CatalogStore } from '../../catalog/catalog-store.ts'
import { listAlike } from '../../purchases/list-alike.ts'
import type { PurchaseContext } from '../../purchases/purchase-context.ts'
import { openReminders } from '../../reminders/open-reminders.ts'
import { openTestLedger, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { ownersAmong } from '../../people/owner-of.ts'
import { scriptedPeople } from '../../../testing/fixtures/steps.ts'
import { reminderHandlers, type ReminderParts } from './reminder-handlers.ts'

let books: TestLedger
let isLocked: boolean
let isFilled: boolean
let parts: ReminderParts
const monthly: Schedule = { kind: 'month' }
const noon = new Date('2026-01-31T12:00').getTime()

beforeEach(() => {
  books = openTestLedger()
  isLocked = false
  isFilled = true
  const context = { ...books.context, now: () => noon } as PurchaseContext
  parts = {
    reminders: openReminders({ ...context, purchases: { alike: (ids) => listAlike(context, ids) } }),
    catalog: { use: () => null } as unknown as CatalogStore,
    people: { owners: () => ownersAmong(scriptedPeople) },
    onSale: { isFilled: () => isFilled },
    vault: { isLocked: () => isLocked },
    accounts: { current: () => ({}) as ReturnType<Accounts['current']> },
  }
})
afterEach(() => books.dispose())

it('only an unlocked Till sets or stops a reminder, and a locked one lists them, skips one and undoes that', () => {
  const handlers = reminderHandlers(parts)
  const purchaseId = books.store({ createdAt: noon })
  const set = { purchaseId, schedule: monthly }
  isLocked = true
  expect(() => handlers['reminders.set'](set)).toThrow('locked')
  isLocked = false
  void handlers['reminders.set'](set)
  isLocked = true
  expect(() => handlers['reminders.stop']({ purchaseId })).toThrow('locked')
  expect(handlers['reminders.list'](undefined)).toMatchObject([{ dueOn: '2026-02-28' }])
  expect(handlers['reminders.skip']({ purchaseId, dueOn: '2026-02-28' })).toMatchObject([{ dueOn: '2026-02-28' }])
  expect(handlers['reminders.unskip']({ purchaseId, dueOn: '2026-02-28' })).toMatchObject([{ dueOn: '2026-02-28' }])
  isLocked = false
  expect(handlers['reminders.stop']({ purchaseId })).toEqual([])
})

it('names the saved person to buy for again', () => {
  const handlers = reminderHandlers(parts)
  const set = { purchaseId: books.store({ createdAt: noon, reference: '+525512345678' }), schedule: monthly }
  expect(handlers['reminders.set'](set)).toMatchObject([{ purchase: { person: 'Ana' } }])
})

it('a product counts as gone only once there is a catalog', () => {
  const handlers = reminderHandlers(parts)
  const set = { purchaseId: books.store({ createdAt: noon }), schedule: monthly }
  expect(handlers['reminders.set'](set)).toMatchObject([{ gone: true, purchase: { price: null } }])
  isFilled = false
  expect(handlers['reminders.list'](undefined)).toMatchObject([{ gone: false }])
})
