import { afterEach, beforeEach, expect, it } from 'vitest'
import { findUnderWay } from './find-under-way.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { openTestLedger, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'

let ledger: TestLedger
beforeEach(() => void (ledger = openTestLedger()))
afterEach(() => ledger.dispose())

const ana = { reference: '+52 55 1234 5678', fields: [] }
const find = (delivery: Parameters<typeof findUnderWay>[2], sku = terms.product.sku): string[] =>
  findUnderWay(ledger.context as PurchaseContext, sku, delivery).map(({ id }) => id)

it('finds purchases for the same recipient that are still being paid or delivered, the newest first', () => {
  const older = ledger.store({ reference: '+525512345678', createdAt: 1 })
  const newer = ledger.store({ reference: '+525512345678', createdAt: 2 })
  ledger.store({ reference: '+525587654321' })
  expect(find(ana)).toEqual([newer, older])
  expect(find(ana, 'another')).toEqual([])
})

it('finds a purchase for a phone number that was written in another way', () => {
  const id = ledger.store({ reference: '55 1234-5678', country: 'MX' })
  expect(find(ana)).toEqual([id])
})

it('finds what was bought and delivered within the last ten minutes, and no longer', () => {
  const events = [
    { type: 'mined' },
    { type: 'confirmed' },
    { type: 'registration-prepared' },
    { type: 'registered', status: 'SUCCESS' },
    { type: 'finalized' },
  ] as const
  const now = ledger.context.now()
  const justNow = ledger.store({ reference: '+525512345678', createdAt: now - 9 * 60_000, events })
  ledger.store({ reference: '+525512345678', createdAt: now - 11 * 60_000, events })
  expect(find(ana)).toEqual([justNow])
})

it('finds a purchase that asks something, however long ago it was paid', () => {
  const events = [
    { type: 'mined' },
    { type: 'confirmed' },
    { type: 'registration-prepared' },
    { type: 'registered', status: 'PENDING' },
    { type: 'attention-raised', reason: 'delivery-late' },
  ] as const
  const id = ledger.store({ reference: '+525512345678', createdAt: ledger.context.now() - 60 * 60_000, events })
  expect(findUnderWay(ledger.context as PurchaseContext, terms.product.sku, ana)).toMatchObject([
    { id, status: 'needs-you' },
  ])
})

it('leaves out purchases that were delivered long ago, failed or never paid', () => {
  const registered = [
    { type: 'mined' },
    { type: 'confirmed' },
    { type: 'registration-prepared' },
    { type: 'registered', status: 'SUCCESS' },
  ] as const
  const longAgo = ledger.context.now() - 11 * 60_000
  ledger.store({ reference: '+525512345678', createdAt: longAgo, events: registered })
  ledger.store({ reference: '+525512345678', events: [{ type: 'reverted' }] })
  expect(find(ana)).toEqual([])
})

it('knows a recipient by the field that names them, whatever its letter case', () => {
  const fields = [{ key: 'recipient.email', value: 'Ana@example.org' }]
  const id = ledger.store({ reference: '', fields })
  expect(find({ reference: '', fields: [{ key: 'recipient.email', value: 'ana@example.org' }] })).toEqual([id])
  expect(find({ reference: '', fields: [{ key: 'recipient.email', value: 'eva@example.org' }] })).toEqual([])
})

it('includes a purchase whose recipient cannot be read, because it may be theirs', () => {
  const id = ledger.store({ reference: '+1' })
  const blind = {
    ...ledger.context,
    sealer: { ...ledger.context.sealer, unseal: () => ledger.context.sealer.unseal(new Uint8Array(), '') },
  }
  expect(findUnderWay(blind as unknown as PurchaseContext, terms.product.sku, ana)).toMatchObject([
    { id, reference: null },
  ])
})
