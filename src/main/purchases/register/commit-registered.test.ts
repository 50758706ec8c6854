import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTestLedger, spend, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { readPurchase } from '../purchase-repository.ts'
import { readRecordedReference } from '../delivery.ts'
import { commitRegistered, commitStatus } from './commit-registered.ts'

let home: TestLedger
beforeEach(() => (home = openTestLedger()))
afterEach(() => home.dispose())

const events = [{ type: 'mined' }, { type: 'confirmed' }, { type: 'registration-prepared' }] as const
const contextOf = (): PurchaseContext => ({ ...home.context, onChanged: () => undefined }) as unknown as PurchaseContext

/** Returns the question after the service recorded a purchase for +1 201 555 0123 with another text. */
function questionAfter(reference: string | null, sku = terms.product.sku): string | null {
  const context = contextOf()
  const id = home.store({ reference: '+1 201 555 0123', events })
  const read = () => readPurchase(context.ledger, id) ?? expect.unreachable()
  commitRegistered(context, read(), { status: 'PENDING', sku, reference, codes: [], spend })
  return read().state.attention
}

it.each([
  ['the same in another form', '+1 (201) 555-0123'],
  ['without the country’s code', '2015550123'],
  ['with a prefix', '00 1 201 555 0123'],
  ['masked', '+1 201 xxx 9999'],
  ['nothing', ''],
  ['no text', null],
])('a record that names %s raises no question', (_, reference) => expect(questionAfter(reference)).toBeNull())

it('a record of another number or another product asks the person', () => {
  expect(questionAfter('+1 201 555 0124')).toBe('registered-differently')
  expect(questionAfter('+1 201 555 0123', 'other')).toBe('registered-differently')
})

it('the text that a record named stays when the next answer has none', () => {
  const context = contextOf()
  const id = home.store({ reference: '+1201', events })
  const read = () => readPurchase(context.ledger, id) ?? expect.unreachable()
  const seen = { sku: terms.product.sku, codes: [], spend }
  commitRegistered(context, read(), { ...seen, status: 'PENDING', reference: '+1 201' })
  for (const status of ['PENDING', 'SUCCESS']) {
    commitStatus(context, read(), { ...seen, status, reference: null })
    expect(readRecordedReference(context, id, read().spend?.sealedReference ?? '')).toBe('+1 201')
  }
})

it('keeps the codes of a delivery once, although later answers repeat them', () => {
  const keepCodes = vi.fn()
  const context = { ...contextOf(), keepCodes } as unknown as PurchaseContext
  const id = home.store({ events })
  const read = () => readPurchase(context.ledger, id) ?? expect.unreachable()
  const codes = [{ text: '6FGH', pin: null }]
  const seen = { sku: terms.product.sku, reference: null, codes, spend }
  commitRegistered(context, read(), { ...seen, status: 'PENDING' })
  for (const status of ['SUCCESS', 'SUCCESS', 'FAILED', 'COMPLETED']) commitStatus(context, read(), { ...seen, status })
  expect(keepCodes.mock.calls).toEqual([[id, codes]])
  expect(read().spend?.hasKeptCodes).toBe(true)
})
