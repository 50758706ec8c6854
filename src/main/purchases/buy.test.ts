import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestLedger, terms, type TestLedger } from '../../testing/purchases/ledger.ts'
import { createBuying } from './buy.ts'
import type { PurchaseContext } from './purchase-context.ts'

let home: TestLedger
beforeEach(() => (home = openTestLedger()))
afterEach(() => home.dispose())

/** Returns whether a purchase for +1201 is of the same product, for the same recipient, as another delivery. */
function isAlike(id: string, reference: string, sku = terms.product.sku, context: object = {}): boolean {
  const unused = (): never => expect.unreachable()
  const follower = { poll: unused, get: unused }
  const external = { search: unused, replaced: unused }
  const buying = createBuying({ ...home.context, ...context } as PurchaseContext, follower, external)
  return buying.isAlike(id, { product: { sku }, delivery: { reference, fields: [] } })
}

it('a purchase is alike for the same recipient, or while its recipient cannot be read, and never of another product', () => {
  const id = home.store({ reference: '+1201' })
  expect([isAlike(id, '+1 201'), isAlike(id, '+1202'), isAlike(id, '+1201', 'other')]).toEqual([true, false, false])
  const unreadable = { ...home.context.sealer, unseal: () => expect.unreachable() }
  expect(isAlike(id, '+1202', terms.product.sku, { sealer: unreadable })).toBe(true)
  expect(isAlike(id, '+1202', 'other', { sealer: unreadable })).toBe(false)
})
