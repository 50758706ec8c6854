import { afterEach, beforeEach, expect, it } from 'vitest'
import { plansOf } from '../../testing/db/plans-of.ts'
import { openTestLedger, type StoreOptions, type TestLedger } from '../../testing/purchases/ledger.ts'
import type { PurchaseEvent } from '../../shared/purchases/state.ts'
import { readBrandHistory } from './brand-history-repository.ts'
import { findLastSku } from './find-last-sku.ts'
import type { PurchaseContext } from './purchase-context.ts'

let books: TestLedger
beforeEach(() => (books = openTestLedger()))
afterEach(() => books.dispose())

const paid: readonly PurchaseEvent[] = [
  { type: 'mined' },
  { type: 'confirmed' },
  { type: 'registration-prepared' },
  { type: 'registered', status: 'PENDING' },
]
const status = (name: string): PurchaseEvent => ({ type: 'service-status', status: name })
/** Stores a purchase whose delivery took 5 seconds and one more for each `wait`. */
function deliver(createdAt: number, waits = 0, options: StoreOptions = {}): string {
  const pending = Array.from({ length: waits }, (_, index) => status(`PENDING_${index}`))
  return books.store({ createdAt, events: [...paid, ...pending, status('Success')], ...options })
}
const history = (slug = 'oak') => readBrandHistory(books.context.ledger, 'p', slug)

it('names nothing before the first delivery', () => {
  books.store({ events: paid })
  books.store({ events: [...paid, status('FAILED')] })
  expect(history()).toEqual({ lastSku: null, usualDelivery: null })
})

it('names the product that was delivered last, and no time before the third delivery', () => {
  deliver(1_000)
  deliver(100_000)
  expect(history()).toEqual({ lastSku: 'oak_US_5-I', usualDelivery: null })
  expect(history('elm')).toEqual({ lastSku: null, usualDelivery: null })
})

it('names the product that a known recipient got last, however the number is written', () => {
  const skuOf = (createdAt: number, sku: string, reference: string): void => {
    const id = deliver(createdAt, 0, { reference })
    books.context.ledger
      .prepare(
        "UPDATE purchases SET terms = json_set(terms, '$.product.sku', ?, '$.product.country', 'MX') WHERE id = ?",
      )
      .run(sku, id)
  }
  skuOf(100_000, 'oak-100', '5512345678')
  skuOf(200_000, 'oak-30', '+525512345678')
  skuOf(300_000, 'oak-500', '+525587654321')
  const context = books.context as PurchaseContext
  const lastFor = (to: string) => findLastSku(context, { profileId: 'p', slug: 'oak' }, to)
  expect([lastFor('+525512345678'), lastFor('+525587654321')]).toEqual(['oak-30', 'oak-500'])
  expect([lastFor('+525599999999'), findLastSku(context, { profileId: 'p', slug: 'elm' }, '+525512345678')]).toEqual([
    null,
    null,
  ])
})

it('gives the median of the deliveries, which one that took long does not move', () => {
  deliver(100_000)
  deliver(200_000, 1)
  deliver(300_000, 60)
  expect(history().usualDelivery).toEqual({ seconds: 6, count: 3 })
})

it('counts the last twelve deliveries only', () => {
  for (let n = 1; n <= 12; n++) deliver(n * 100_000, 9)
  for (let n = 13; n <= 24; n++) deliver(n * 100_000)
  expect(history().usualDelivery).toEqual({ seconds: 5, count: 12 })
})

it('ignores other services, deliveries before the purchase by a clock that was set back, and damaged records', () => {
  for (let n = 1; n <= 3; n++) deliver(n * 100_000)
  deliver(500_000, 9, { profileId: 'other' })
  const damaged = deliver(600_000, 9)
  const back = deliver(700_000)
  const { ledger } = books.context
  ledger.prepare("UPDATE purchases SET terms = '{' WHERE id = ?").run(damaged)
  ledger.prepare('UPDATE purchase_events SET at = 1 WHERE purchase_id = ?').run(back)
  expect(history().usualDelivery).toEqual({ seconds: 5, count: 3 })
})

it('finds the purchases of a brand by an index', () => {
  const plans = plansOf(books.context.ledger, () => history())
  expect(plans.filter((plan) => plan.includes('purchases_brand'))).not.toEqual([])
  expect(plans.filter((plan) => plan.startsWith('SCAN purchases'))).toEqual([])
})
