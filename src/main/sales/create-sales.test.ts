import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SaleLimits, SaleOfferView } from '../../shared/sales/views.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Offered, Purchases } from '../purchases/create-purchases.ts'
import { createSales, type SaleConfirmation, type Sales } from './create-sales.ts'
import { createShifts, type Shifts } from './create-shifts.ts'
import { insertSale, writeReturned } from './sales-repository.ts'

const HOUR_MS = 3_600_000
const noLimits: SaleLimits = { perSale: null, perClerk: null, perShift: null, perDay: null }
const purchaseId = '8a0c1a4e-6e9c-4d0b-9d0a-3f5d8e1b2c3d'
/** Ten dollars' worth. */
const offered = {
  product: { productType: 'topup', brandSlug: 'lumo', country: 'MX', sku: 'lumo', brandName: 'Lumo' },
  ...{ quote: { totalAmount: '10', fiatAmount: '100', fiatCurrency: 'MXN' }, isDollar: true, isTyped: false },
} as Offered

let db: WritableDb
let now = 0
let shifts: Shifts
beforeEach(() => {
  db = openDatabase(':memory:', ledgerMigrations, 'normal')
  db.exec(`INSERT INTO clerks (id, name, colour, pin, added_at) VALUES
    ('ana', 'Ana', 'teal', x'00', 1), ('ben', 'Ben', 'rose', x'00', 1)`)
  now = 1_800_000_000_000
  shifts = createShifts(db, () => now)
  limit({})
  shifts.open('500')
})
afterEach(() => db.close())

function limit(limits: Partial<SaleLimits>): void {
  shifts.setPrices({ currency: 'MXN', rate: '10', rules: [], limits: { ...noLimits, ...limits } })
}
/** Sold for a hundred. */
function sell(clerkId: string | null, shift = 1): string {
  const id = crypto.randomUUID()
  const amounts = { price: '100', cost: '90', given: '100' }
  insertSale(db, { ...amounts, purchaseId: id, shift, clerkId, at: now, sku: 'lumo', product: 'Lumo' })
  return id
}
function open(purchases: Partial<Purchases> = {}, given: Offered = offered): Sales {
  const known = { offered: () => given, isAlike: () => true, row: () => null, ...purchases } as Purchases
  return createSales({ ledger: db, now: () => now, shifts, purchases: known })
}
/** The next sale, for a hundred, of the same as all before it. */
const offer = (clerk: string | null): SaleOfferView => open().offer(purchaseId, clerk)
const passes = (clerk: string | null): SaleOfferView['passes'] => offer(clerk).passes

it('of what costs far more than the catalog says is neither priced nor made, by nobody', async () => {
  const sales = open({}, { ...offered, isTyped: true })
  const refused = { code: 'not-allowed', details: { reason: 'price-above' } }
  expect(() => sales.offer(purchaseId, null)).toThrow(expect.objectContaining(refused) as Error)
  const consent = { purchaseId, price: '100', given: '100', acceptSame: true, byManager: true } as SaleConfirmation
  await expect(sales.confirm(consent, null)).rejects.toMatchObject(refused)
  expect(sales.list({ text: '', shift: null, offset: 0, limit: 10 }).total).toBe(0)
})

describe('a limit of sales', () => {
  it('is reached, not passed, by just as much', () => {
    limit({ perSale: '100', perShift: '200' })
    sell('ana')
    expect(passes('ana')).toEqual([])
    limit({ perSale: '99.99', perShift: '199.99' })
    expect(passes('ana')).toEqual([
      { limit: 'perSale', left: '99.99' },
      { limit: 'perShift', left: '99.99' },
    ])
  })

  it('for a clerk counts what that one sold in this shift, and nothing of anybody else', () => {
    limit({ perClerk: '150' })
    sell('ana')
    sell(null)
    expect(passes('ana')).toEqual([{ limit: 'perClerk', left: '50' }])
    expect(passes('ben')).toEqual([])
    shifts.close('700')
    shifts.open('500')
    expect(passes('ana')).toEqual([])
  })

  it('for a shift counts everybody’s in it, for a day everybody’s of 24 hours in whatever shift', () => {
    limit({ perShift: '150', perDay: '250' })
    sell('ana')
    sell('ben')
    expect(passes(null).map(({ limit: one }) => one)).toEqual(['perShift', 'perDay'])
    shifts.close('700')
    shifts.open('500')
    now += 24 * HOUR_MS
    expect(passes('ana')).toEqual([{ limit: 'perDay', left: '50' }])
    now += 1
    expect(passes('ana')).toEqual([])
  })

  it('counts nothing that was given back', () => {
    limit({ perClerk: '150', perShift: '150', perDay: '150' })
    const sold = sell('ana')
    expect(passes('ana')).toHaveLength(3)
    writeReturned(db, sold, 1, 'ben', now)
    expect(passes('ana')).toEqual([])
  })
})

it('the same is asked about while it may still reach the customer, not once its cash was given back', () => {
  sell('ana')
  const again = sell('ana')
  expect(offer('ben').same).toMatchObject({ number: 2, by: 'Ana' })
  writeReturned(db, again, 1, 'ana', now)
  expect(offer('ben').same).toMatchObject({ number: 1 })
  now += HOUR_MS / 6
  expect(offer('ben').same).not.toBeNull()
  now += 1
  expect(offer('ben').same).toBeNull()
})

it('what is paid with a coin that is no dollar has no price in cash', () => {
  const tried = (): SaleOfferView => open({}, { ...offered, isDollar: false }).offer(purchaseId, 'ana')
  expect(tried).toThrow(expect.objectContaining({ code: 'quote-refused', details: { reason: 'other-coin' } }))
})

describe('a sale whose payment failed', () => {
  const consent = { purchaseId, quoteKey: purchaseId, totalAmount: '10', recipient: '0x', acceptTerms: true }
  const more = { acceptCoin: false, acceptNewRecipient: false, acceptNotSimulated: false, acceptFee: false }
  const cash = { price: '100', given: '100', acceptSame: true, byManager: false }
  async function left(row: Purchases['row'], meanwhile: () => unknown = () => undefined): Promise<unknown[]> {
    const confirm = async (): Promise<never> => {
      meanwhile()
      throw new Error('The disk is full')
    }
    const sales = open({ confirm, row })
    await expect(sales.confirm({ ...consent, ...more, ...cash }, 'ana')).rejects.toThrow('The disk is full')
    return sales.list({ text: '', shift: null, offset: 0, limit: 10 }).sales.map(({ status, owed }) => [status, owed])
  }

  it('is gone where nothing was stored of it, and stays where it was', async () => {
    expect(await left(() => null)).toEqual([])
    const stored = { status: 'paying', attention: null, reference: null } as PurchaseRowView
    expect(await left(() => stored)).toEqual([['paying', false]])
  })

  it('stays in a shift that was closed meanwhile, as cash that is owed: its report never changes', async () => {
    expect(
      await left(
        () => null,
        () => shifts.close('600'),
      ),
    ).toEqual([['not-sold', true]])
    expect(shifts.report(1)).toMatchObject({ expected: '600', sold: { count: 1 }, counted: { differs: 'even' } })
  })
})
