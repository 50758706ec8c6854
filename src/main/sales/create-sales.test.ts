import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SaleLimits, SaleOfferView } from '../../shared/sales/views.ts'
import type { NetworkView } from '../../shared/networks/views.ts'
import type { BalanceView } from '../../shared/wallet/views.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Moment } from '../engine/limit-moment.ts'
import type { Offered } from '../purchases/buy.ts'
import type { Purchases } from '../purchases/create-purchases.ts'
import { createSales, type SaleConfirmation, type Sales } from './create-sales.ts'
import { createShifts, type Shifts } from './shifts/create-shifts.ts'
import { openCashPrices } from './prices/cash-prices.ts'
import { insertSale, writeReturned } from './sales-repository.ts'

const HOUR_MS = 3_600_000
const noLimits: SaleLimits = {
  perSale: null,
  perClerk: null,
  perShift: null,
  perDay: null,
  cashOut: null,
  leastMarkup: '0',
}
const purchaseId = '8a0c1a4e-6e9c-4d0b-9d0a-3f5d8e1b2c3d'
/** Worth 10 dollars. */
const offered = {
  product: { productType: 'topup', brandSlug: 'lumo', country: 'MX', sku: 'lumo', brandName: 'Lumo' },
  quote: { totalAmount: '10', fiatAmount: '100', fiatCurrency: 'MXN' },
  isDollar: true,
  isTyped: false,
} as Offered

const refund = { reason: 'not-delivered', note: null, delivered: false } as const
let db: WritableDb
let now = 0
/** The time of the network's newest block. */
let block = 0
let shifts: Shifts
beforeEach(() => {
  db = openDatabase(':memory:', ledgerMigrations, 'normal')
  db.exec(`INSERT INTO clerks (id, name, colour, pin, added_at) VALUES
    ('ana', 'Ana', 'teal', x'00', 1), ('ben', 'Ben', 'rose', x'00', 1)`)
  now = block = 1_800_000_000_000
  shifts = createShifts(db, () => now)
  limit({})
  shifts.open('500')
})
afterEach(() => db.close())

function limit(limits: Partial<SaleLimits>): void {
  shifts.setPrices({ currency: 'MXN', rate: '10', rules: [], limits: { ...noLimits, ...limits } })
}
/** Counts the drawer, and closes the shift. */
function close(total: string): void {
  shifts.count({ total }, null)
  shifts.close()
}
/** Inserts a sale for a hundred. */
function sell(clerkId: string | null, shift = 1): string {
  const id = crypto.randomUUID()
  const amounts = { price: '100', cost: '90', given: '100' }
  insertSale(db, { ...amounts, purchaseId: id, shift, clerkId, at: now, sku: 'lumo', product: 'Lumo' })
  return id
}
function open(purchases: Partial<Purchases> = {}, given: Offered = offered): Sales {
  const momentOf = async (): Promise<Moment> => ({ earliest: Math.min(now, block), latest: Math.max(now, block) })
  const known = { offered: () => given, momentOf, isAlike: () => true, row: () => null, ...purchases } as Purchases
  const cashPrices = openCashPrices(db, { product: () => null }, shifts, () => null)
  return createSales({ ledger: db, now: () => now, shifts, cashPrices, purchases: known })
}
/** Offers the next sale, for a hundred, of the same product as before. */
const offer = (clerk: string | null): Promise<SaleOfferView> => open().offer(purchaseId, clerk)
const exceededLimits = async (clerk: string | null): Promise<SaleOfferView['exceededLimits']> =>
  (await offer(clerk)).exceededLimits

it('refuses a quote far above the catalog price, for everybody', async () => {
  const sales = open({}, { ...offered, isTyped: true })
  const refused = { code: 'not-allowed', details: { reason: 'price-above' } }
  await expect(sales.offer(purchaseId, null)).rejects.toMatchObject(refused)
  const consent = { purchaseId, price: '100', given: '100', acceptSame: true, byManager: true } as SaleConfirmation
  await expect(sales.confirm(consent, null)).rejects.toMatchObject(refused)
  expect(sales.list({ shift: null, offset: 0, limit: 10 }).total).toBe(0)
})

it('raises a price on the tile to what the rules ask now, once it leaves less than the least markup', async () => {
  // The cost of 100 leaves 105 at least; the rules ask for 120.
  const rule = { productType: null, brandSlug: null, country: null, percent: '20', fixed: '0', upTo: null }
  const limits = { ...noLimits, leastMarkup: '5' }
  shifts.setPrices({ currency: 'MXN', rate: '10', rules: [rule], limits })
  const ask = async (tile: string): Promise<unknown> => {
    const cashPrices = { ofSku: () => tile, fix: () => undefined }
    const purchases = { offered: () => offered, isAlike: () => false } as unknown as Purchases
    const sales = createSales({ ledger: db, now: () => now, shifts, cashPrices, purchases })
    const { price, raisedFrom } = await sales.offer(purchaseId, 'ana')
    return [price, raisedFrom]
  }
  expect(await ask('104.99')).toEqual(['120', '104.99'])
  expect(await ask('105')).toEqual(['105', null])
  // The least price is rounded as the rule rounds: 105 up to 110.
  shifts.setPrices({ currency: 'MXN', rate: '10', rules: [{ ...rule, percent: '1', upTo: '10' }], limits })
  expect(await ask('109')).toEqual(['110', '109'])
  expect(await ask('110')).toEqual(['110', null])
})

describe('a sale', () => {
  const paid = { confirm: async () => ({}) as never, isAlike: () => false }
  const consent = { purchaseId, given: '500', byManager: true } as SaleConfirmation

  it('is made for the price of its offer only, neither less nor more', async () => {
    const sales = open(paid)
    for (const price of ['99.99', '100.01'])
      await expect(sales.confirm({ ...consent, price }, 'ana')).rejects.toMatchObject({ code: 'quote-changed' })
    expect(shifts.report(1).sold.count).toBe(0)
    expect(await sales.confirm({ ...consent, price: '100.00' }, 'ana')).toMatchObject({
      price: '100.00',
      change: '400',
    })
  })

  it('leaves a price that had to be raised on the tile for the next customer, and no other', async () => {
    const fixed: string[][] = []
    const ask = async (tile: string, price: string): Promise<unknown> => {
      const cashPrices = { ofSku: () => tile, fix: (...one: string[]) => void fixed.push(one) }
      const purchases = { offered: () => offered, row: () => null, ...paid } as unknown as Purchases
      const sales = createSales({ ledger: db, now: () => now, shifts, cashPrices, purchases })
      return sales.confirm({ ...consent, purchaseId: crypto.randomUUID(), price }, 'ana')
    }
    await ask('110', '110')
    expect(fixed).toEqual([])
    await ask('90', '100')
    expect(fixed).toEqual([['lumo', '100']])
  })
})

it('counts the sales left by sales whose cash was not given back', () => {
  const networks = [
    { key: 'a', unpayable: null, tokens: [{ key: 'usdc', symbol: 'USDC' }] },
  ] as unknown as NetworkView[]
  const balances = [
    { networkKey: 'a', native: '1', tokens: { usdc: '100' }, reserved: {}, last: null },
  ] as unknown as BalanceView[]
  const left = (): unknown => open().left(networks, balances, true)?.count
  const [first = ''] = Array.from({ length: 5 }, () => sell('ana'))
  expect(left()).toBe(11)
  writeReturned(db, first, { ...refund, shift: 1, clerkId: null, at: now })
  // Four sales do not show what is usual.
  expect(left()).toBeUndefined()
})

it('a refund keeps the note that says why, for an undelivered sale and a delivered one', () => {
  const why = { reason: 'other', note: 'The customer changed his mind' } as const
  const undelivered = open().refundCash({ purchaseId: sell('ana'), ...why }, 'ana')
  expect(undelivered.refundedCash).toMatchObject({ by: 'Ana', ...why, delivered: false })
  const row = (): PurchaseRowView => ({ status: 'delivered' }) as PurchaseRowView
  const delivered = open({ row }).giveBack({ purchaseId: sell('ana'), ...why })
  expect(delivered.refundedCash).toMatchObject({ by: null, ...why, delivered: true })
})

it('polls the open sales again at once after the clock was set back', () => {
  const id = sell('ana')
  const polled: string[] = []
  const row = (): PurchaseRowView => ({ status: 'on-its-way' }) as PurchaseRowView
  const sales = open({ row, poll: (one) => void polled.push(one) })
  sales.refresh()
  sales.refresh()
  expect(polled).toEqual([id])
  now -= HOUR_MS
  sales.refresh()
  expect(polled).toEqual([id, id])
})

describe('the loss of a given-back sale', () => {
  const given = { clerkId: null, reason: 'wrong-number', note: null, delivered: true } as const
  const lost = (shift: number): unknown => shifts.report(shift).refundedCash.costLost
  const sales = (status: PurchaseRowView['status']): Sales => open({ row: () => ({ status }) as PurchaseRowView })

  beforeEach(() => shifts.setPrices({ currency: 'MXN', rate: '10', rules: [], limits: noLimits, showsExpected: true }))

  it('goes once the service took the delivery back and the coins returned, and not before', () => {
    const id = sell('ana')
    writeReturned(db, id, { ...given, shift: 1, at: now })
    for (const status of ['delivered', 'failed', 'needs-you'] as const) {
      sales(status).takeBackLosses()
      expect([status, lost(1)]).toEqual([status, '90'])
    }
    sales('refunded').takeBackLosses()
    expect(lost(1)).toBe('0')
    expect(shifts.report(1)).toMatchObject({ expected: '500', sold: { count: 1, cost: '0', margin: '0' } })
  })

  it('stays in a closed shift, whose report never changes', () => {
    const id = sell('ana')
    writeReturned(db, id, { ...given, shift: 1, at: now })
    close('500')
    shifts.open('500')
    const before = shifts.report(1)
    sales('refunded').takeBackLosses()
    expect(shifts.report(1)).toEqual(before)
    expect(lost(1)).toBe('90')
  })
})

describe('a sales limit', () => {
  it('allows a sale that reaches it exactly', async () => {
    limit({ perSale: '100', perShift: '200' })
    sell('ana')
    expect(await exceededLimits('ana')).toEqual([])
    limit({ perSale: '99.99', perShift: '199.99' })
    expect(await exceededLimits('ana')).toEqual([
      { limit: 'perSale', left: '99.99' },
      { limit: 'perShift', left: '99.99' },
    ])
  })

  it('per clerk counts only that clerk’s sales in this shift', async () => {
    limit({ perClerk: '150' })
    sell('ana')
    sell(null)
    expect(await exceededLimits('ana')).toEqual([{ limit: 'perClerk', left: '50' }])
    expect(await exceededLimits('ben')).toEqual([])
    close('700')
    shifts.open('500')
    expect(await exceededLimits('ana')).toEqual([])
  })

  it('per shift counts all clerks in the shift, per day all clerks in 24 hours across shifts', async () => {
    limit({ perShift: '150', perDay: '250' })
    sell('ana')
    sell('ben')
    expect((await exceededLimits(null)).map(({ limit: one }) => one)).toEqual(['perShift', 'perDay'])
    close('700')
    shifts.open('500')
    now = block += 24 * HOUR_MS
    expect(await exceededLimits('ana')).toEqual([{ limit: 'perDay', left: '50' }])
    now = block += 1
    expect(await exceededLimits('ana')).toEqual([])
  })

  it('for 24 hours gets no room from a changed clock, forward or back, until the network’s day is over too', async () => {
    limit({ perDay: '150' })
    const left = [{ limit: 'perDay', left: '50' }]
    sell('ana')
    now += 72 * HOUR_MS
    expect(await exceededLimits('ana')).toEqual(left)
    block += 24 * HOUR_MS + 1
    expect(await exceededLimits('ana')).toEqual([])
    // Sold while the clock is far behind: the 24 hours begin earlier, and the sale counts by the network's time.
    limit({ perDay: '100' })
    now = block - 72 * HOUR_MS
    const paying = open({ confirm: async () => ({}) as never })
    const consent = { purchaseId, price: '100', given: '100', acceptSame: true, byManager: true } as SaleConfirmation
    await paying.confirm(consent, 'ana')
    now = block
    expect(await exceededLimits('ana')).toEqual([{ limit: 'perDay', left: '0' }])
  })

  it('for 24 hours needs the network’s time, and the other limits do not', async () => {
    const silent = open({ momentOf: () => Promise.reject(new Error('Silent')) })
    expect((await silent.offer(purchaseId, 'ana')).exceededLimits).toEqual([])
    limit({ perDay: '150' })
    await expect(silent.offer(purchaseId, 'ana')).rejects.toThrow('Silent')
  })

  it('ignores refunded sales', async () => {
    limit({ perClerk: '150', perShift: '150', perDay: '150' })
    const sold = sell('ana')
    expect(await exceededLimits('ana')).toHaveLength(3)
    writeReturned(db, sold, { ...refund, shift: 1, clerkId: 'ben', at: now })
    expect(await exceededLimits('ana')).toEqual([])
  })

  it('counts a delivered sale that was given back, because its coins are spent', async () => {
    limit({ perClerk: '150', perShift: '150', perDay: '150' })
    writeReturned(db, sell('ana'), { ...refund, shift: 1, clerkId: null, at: now, delivered: true })
    expect(await exceededLimits('ana')).toHaveLength(3)
  })
})

it('asks about a duplicate while the first may still be delivered, not once it was refunded', async () => {
  sell('ana')
  const again = sell('ana')
  expect((await offer('ben')).same).toMatchObject({ number: 2, by: 'Ana' })
  writeReturned(db, again, { ...refund, shift: 1, clerkId: 'ana', at: now })
  expect((await offer('ben')).same).toMatchObject({ number: 1 })
  now += HOUR_MS / 6
  expect((await offer('ben')).same).not.toBeNull()
  now += 1
  expect((await offer('ben')).same).toBeNull()
})

it('gives no cash price for a coin that is not a dollar coin', async () => {
  const tried = open({}, { ...offered, isDollar: false }).offer(purchaseId, 'ana')
  await expect(tried).rejects.toMatchObject({ code: 'quote-refused', details: { reason: 'other-coin' } })
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
    return sales.list({ shift: null, offset: 0, limit: 10 }).sales.map(({ status, owed }) => [status, owed])
  }

  it('is deleted if no payment was stored, and otherwise kept', async () => {
    expect(await left(() => null)).toEqual([])
    const stored = { status: 'paying', attention: null, reference: null } as PurchaseRowView
    expect(await left(() => stored)).toEqual([['paying', false]])
  })

  it('stays as owed cash in a shift closed meanwhile: its report never changes', async () => {
    expect(
      await left(
        () => null,
        () => close('600'),
      ),
    ).toEqual([['not-sold', true]])
    expect(shifts.report(1)).toMatchObject({ expected: '600', sold: { count: 1 }, counted: { differs: 'even' } })
  })
})

describe('cash taken out by a clerk', () => {
  const out = (amount: string, clerk: string | null, byManager = false): unknown => {
    try {
      return shifts.move({ direction: 'out', amount, reason: 'Safe' }, clerk, byManager)
    } catch (error) {
      return (error as { details?: unknown }).details
    }
  }

  it('is limited by clerk and shift, together with what the manager approved, and cash put in makes no room', () => {
    limit({ cashOut: '100' })
    out('70', 'ana')
    out('200', 'ben', true)
    shifts.move({ direction: 'in', amount: '70', reason: 'Bank' }, 'ana')
    expect([shifts.cashOutLeft('ana'), shifts.cashOutLeft('ben'), shifts.cashOutLeft(null)]).toEqual(['30', '0', null])
    expect(out('30.01', 'ana')).toEqual({ reason: 'cash-out', left: '30' })
    expect(out('30', 'ana')).toBeUndefined()
    expect(out('0.01', 'ben')).toMatchObject({ left: '0' })
    expect(out('50', null)).toBeUndefined()
    close('0')
    shifts.open('500')
    expect(shifts.cashOutLeft('ana')).toBe('100')
  })

  it('needs the manager each time before a limit is set, and always above what the drawer holds', () => {
    db.prepare("UPDATE shop_prices SET limits = json_remove(limits, '$.cashOut')").run()
    expect(shifts.cashOutLeft('ana')).toBe('0')
    limit({ cashOut: null })
    expect(shifts.cashOutLeft('ana')).toBeNull()
    expect(out('500.01', 'ana')).toEqual({ reason: 'drawer-short' })
  })

  it('has no limit to go by while the prices are in another currency than the drawer', () => {
    const usd = { currency: 'USD', rate: '1', rules: [], limits: { ...noLimits, cashOut: '100' } }
    expect(
      createShifts(
        db,
        () => now,
        () => usd,
      ).cashOutLeft('ana'),
    ).toBe('0')
  })
})
