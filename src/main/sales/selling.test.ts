import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { addDecimals } from '../../shared/money.ts'
import type { Prices, SaleView } from '../../shared/sales/views.ts'
import { receiptView } from '../../shared/receipts/receipt-views.ts'
import type { QuoteView } from '../../shared/checkout/views.ts'
import {
  failing,
  openTestSandbox,
  otherTopup,
  topup,
  type TestSandbox,
  type TestTill,
} from '../../testing/purchases/context.ts'
import { createReports } from './create-reports.ts'
import { createSales, type SaleConfirmation, type Sales } from './create-sales.ts'
import { createShifts, type Shifts } from './create-shifts.ts'
import { openRetailPrices } from './retail-prices.ts'
import { saleColumns } from './sale-record.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const noLimits = { perSale: null, perClerk: null, perShift: null, perDay: null, cashOut: null, leastMarkup: '0' }
const prices: Prices = {
  currency: 'MXN',
  rate: '17',
  limits: noLimits,
  showsExpected: true,
  rules: [
    { productType: null, brandSlug: null, country: null, percent: '10', fixed: '0', upTo: '0.5' },
    { productType: null, brandSlug: null, country: 'MX', percent: '90', fixed: '0', upTo: null },
  ],
}

const undelivered = { reason: 'not-delivered', note: null } as const

let till: TestTill
let shifts: Shifts
let sales: Sales
/** Opens a new process over the same ledger. */
function open(): void {
  const now = (): number => Date.now() + till.clock.skewMs
  shifts = createShifts(till.ledger, now)
  const retail = openRetailPrices(till.ledger, { product: () => null }, shifts, () => null)
  sales = createSales({ ledger: till.ledger, now, shifts, retail, purchases: till.purchases })
}
beforeEach(async () => {
  till = await sandbox.till()
  till.ledger.exec(`INSERT INTO clerks (id, name, colour, pin, added_at) VALUES
    ('ana', 'Ana', 'teal', x'00', 1), ('ben', 'Ben', 'rose', x'00', 1)`)
  open()
  shifts.setPrices(prices)
  shifts.open('500')
})

/** Counts the drawer, and closes the shift. */
function close(total: string): void {
  shifts.count({ total }, null)
  shifts.close()
}
const consentTo = async (offer: QuoteView, changes: Partial<SaleConfirmation> = {}): Promise<SaleConfirmation> => ({
  purchaseId: offer.purchaseId,
  quoteKey: offer.quoteKey,
  totalAmount: offer.totalAmount,
  recipient: offer.payment?.recipient ?? '0x',
  acceptTerms: true,
  acceptCoin: false,
  acceptNewRecipient: false,
  acceptNotSimulated: false,
  acceptFee: false,
  price: (await sales.offer(offer.purchaseId, 'ana')).price,
  given: '500',
  acceptSame: false,
  byManager: false,
  ...changes,
})
async function sell(
  sku = topup,
  changes: Partial<SaleConfirmation> = {},
  clerk: string | null = 'ana',
): Promise<SaleView> {
  return sales.confirm(await consentTo(await till.quote('harbour', 'usdc', sku), changes), clerk)
}
const why = (tried: Promise<unknown>): Promise<unknown> =>
  tried.then(
    () => 'sold',
    (error: unknown) => (error instanceof AppError ? (error.details?.reason ?? error.code) : error),
  )
const payments = async (): Promise<number> => (await sandbox.witness(till.address)).payments.length

describe('a cash sale', () => {
  it('costs the coins at the shop’s rate plus the matching markup, is paid and delivered, and adds to the drawer', async () => {
    const offer = await till.quote('harbour', 'usdc')
    // 5 dollars and the service's fee at 17 pesos, plus 10 %, rounded up to half a peso.
    const exact = Number(offer.totalAmount) * 17 * 1.1
    const { price, currency } = await sales.offer(offer.purchaseId, 'ana')
    expect(currency).toBe('MXN')
    expect(Number(price)).toBeGreaterThanOrEqual(exact)
    // The shop's cost is in whole cents.
    expect(Number(price) - exact).toBeLessThan(0.5 + 0.01 * 1.1)
    const sold = await sales.confirm(await consentTo(offer, { price }), 'ana')
    expect(sold).toMatchObject({ number: 1, by: 'Ana', price, given: '500', owed: false, refundedCash: null })
    expect(Number(sold.change)).toBeCloseTo(500 - Number(price), 10)
    await till.delivered(offer.purchaseId)
    expect(sales.list({ text: '', shift: 1, offset: 0, limit: 10 })).toMatchObject({
      total: 1,
      sales: [{ status: 'delivered', owed: false, product: 'juniperline 5.00 USD', reference: '+12015550123' }],
    })
    const { expected, sold: counted } = shifts.report(null)
    expect(Number(expected)).toBeCloseTo(500 + Number(price), 10)
    expect(counted).toMatchObject({ count: 1, total: price })
    expect(await payments()).toBe(1)
  })

  it('sells once, however often it is confirmed, also in a new process', async () => {
    const offer = await till.quote('harbour', 'usdc')
    const consent = await consentTo(offer)
    const pressed = await Promise.all([1, 2, 3].map(() => sales.confirm(consent, 'ana')))
    expect(new Set(pressed.map(({ number }) => number))).toEqual(new Set([1]))
    till.kill()
    till.restart()
    open()
    expect((await sales.confirm(consent, 'ben')).by).toBe('Ana')
    await till.delivered(offer.purchaseId)
    expect(await payments()).toBe(1)
    expect(shifts.report(null).sold.count).toBe(1)
  })

  it('is refused without a trace for too little cash, a changed price, no shift or no prices', async () => {
    expect(await why(sell(topup, { given: '1' }))).toBe('too-little')
    expect(await why(sell(topup, { price: '1' }))).toBe('quote-changed')
    expect(
      await why(sales.confirm({ ...(await consentTo(await till.quote('harbour', 'usdc'))), quoteKey: 'other' }, 'ana')),
    ).toBe('quote-expired')
    till.state.locked = true
    expect(await why(sell())).toBe('locked')
    till.state.locked = false
    const offer = await till.quote('harbour', 'usdc')
    const consent = await consentTo(offer)
    close('500')
    expect(await why(sales.confirm(consent, 'ana'))).toBe('no-shift')
    expect(sales.list({ text: '', shift: null, offset: 0, limit: 10 }).total).toBe(0)
    expect(await payments()).toBe(0)
  })

  it('is polled on request, with one request for all open sales, even in a rush, and not twice at once', async () => {
    await sandbox.control('settings', { deliverySeconds: 3600 }, 'PATCH')
    Object.assign(till.service.budget, { spacing: () => 24 * 3_600_000, isRush: () => true })
    const polls = async (): Promise<number> =>
      (await sandbox.requests(till.address)).filter(({ operation }) => /^(list|get)Transaction/.test(operation)).length
    const sold = [await sell(), await sell(otherTopup), await sell(otherTopup, { acceptSame: true })]
    for (const { purchaseId } of sold)
      await till.until(purchaseId, ({ registration }) => registration.state === 'registered')
    await expect.poll(polls, { timeout: 10_000 }).toBe(1)
    for (const { purchaseId } of sold)
      await sandbox.control(`transactions/${till.purchases.get(purchaseId).registration.transactionId}`, {
        status: 'SUCCESS',
      })
    sales.refresh()
    sales.refresh()
    for (const { purchaseId } of sold) await till.until(purchaseId, ({ status }) => status === 'delivered')
    expect(await polls()).toBe(2)
  })

  it('asks about a sale of the same product to the same recipient minutes ago, by any clerk', async () => {
    await sell()
    const { delivery } = till.choice('harbour', 'usdc')
    const typed = { sku: topup, reference: delivery.reference, fields: {} }
    expect(sales.same(typed)).toMatchObject({ number: 1, by: 'Ana' })
    expect(sales.same({ ...typed, sku: otherTopup })).toBeNull()
    expect(sales.same({ ...typed, reference: '+12015550199' })).toBeNull()
    const again = await till.quote('harbour', 'usdc')
    expect((await sales.offer(again.purchaseId, 'ben')).same).toMatchObject({ number: 1, by: 'Ana' })
    expect(await why(sales.confirm(await consentTo(again), 'ben'))).toBe('same-sale')
    expect((await sales.offer((await till.quote('harbour', 'usdc', otherTopup)).purchaseId, 'ben')).same).toBeNull()
    till.clock.skewMs = 11 * 60_000
    expect(sales.same(typed)).toBeNull()
    expect((await sales.offer((await till.quote('harbour', 'usdc')).purchaseId, 'ben')).same).toBeNull()
    till.clock.skewMs = 0
    expect(
      await why(sales.confirm(await consentTo(await till.quote('harbour', 'usdc'), { acceptSame: true }), 'ben')),
    ).toBe('sold')
  })

  it('asks even while the first of two equal sales is being confirmed', async () => {
    const [one, two] = [await till.quote('harbour', 'usdc'), await till.quote('harbour', 'usdc')]
    const [first, second] = [await consentTo(one), await consentTo(two)]
    const both = await Promise.all([why(sales.confirm(first, 'ana')), why(sales.confirm(second, 'ben'))])
    expect(both).toEqual(['sold', 'same-sale'])
    expect(sales.list({ text: '', shift: null, offset: 0, limit: 10 }).total).toBe(1)
  })

  it('exceeds a limit, or accepts more than the terms, only with the manager', async () => {
    const { price: one } = await sales.offer((await till.quote('harbour', 'usdc')).purchaseId, 'ana')
    const limits = { ...noLimits, perClerk: addDecimals([one, '0.5']) }
    shifts.setPrices({ ...prices, limits })
    expect(await why(sell(topup, { acceptNotSimulated: true }))).toBe('needs-manager')
    // A clerk sees no address to compare.
    expect(await why(sell(topup, { acceptNewRecipient: true, byManager: true }))).toBe('role')
    await sell()
    const more = await till.quote('harbour', 'usdc', otherTopup)
    expect((await sales.offer(more.purchaseId, 'ana')).exceededLimits).toEqual([{ limit: 'perClerk', left: '0.5' }])
    expect(await why(sales.confirm(await consentTo(more), 'ana'))).toBe('limit-reached')
    expect(await why(sales.confirm(await consentTo(more, { byManager: true }), 'ana'))).toBe('sold')
    shifts.setPrices({ ...prices, limits: { ...noLimits, perSale: '1', perShift: one, perDay: one } })
    expect(
      (await sales.offer((await till.quote('harbour', 'usdc', otherTopup)).purchaseId, 'ben')).exceededLimits,
    ).toEqual([
      { limit: 'perSale', left: '1' },
      { limit: 'perShift', left: '0' },
      { limit: 'perDay', left: '0' },
    ])
  })
})

describe('cash for a delivered sale', () => {
  const wrong = { reason: 'wrong-number', note: null } as const

  it('is given back once by the manager, from the drawer of the current shift, and its cost stays a loss', async () => {
    const { purchaseId, price } = await sell()
    const giveBack = (): Promise<unknown> => why((async () => sales.giveBack({ ...wrong, purchaseId }))())
    expect(await giveBack()).toBe('not-delivered')
    await till.delivered(purchaseId)
    const margin = shifts.report(null).sold
    close('0')
    expect(await giveBack()).toBe('no-shift')
    shifts.open('1')
    expect(await giveBack()).toBe('drawer-short')
    shifts.move({ direction: 'in', amount: price, reason: 'Change' }, null)
    const given = { by: null, ...wrong, delivered: true }
    expect(sales.giveBack({ ...wrong, purchaseId })).toMatchObject({ refundedCash: given, owed: false })
    // Neither path gives it twice.
    expect(sales.giveBack({ ...wrong, purchaseId })).toMatchObject({ refundedCash: given })
    expect(sales.refundCash({ ...undelivered, purchaseId }, 'ana')).toMatchObject({ refundedCash: given })
    expect(sales.receipt(purchaseId)).toMatchObject({ state: 'given-back', refundedCash: price })
    expect(shifts.report(null)).toMatchObject({
      expected: '1',
      refundedCash: { count: 1, total: price, marginLost: margin.margin, costLost: margin.cost },
    })
  })
})

describe('cash for an undelivered sale', () => {
  it('is refunded once, from the drawer of the current shift', async () => {
    const { purchaseId, price, owed } = await sell(failing)
    expect(owed).toBe(false)
    expect(await why((async () => sales.refundCash({ ...undelivered, purchaseId }, 'ana'))())).toBe('not-owed')
    await till.retryUntil(purchaseId, ({ status }) => status === 'failed' || status === 'refunded')
    expect(sales.list({ text: '#1', shift: null, offset: 0, limit: 10 }).sales[0]).toMatchObject({ owed: true })
    close('0')
    expect(await why((async () => sales.refundCash({ ...undelivered, purchaseId }, 'ben'))())).toBe('no-shift')
    shifts.setPrices({ ...prices, currency: 'EUR' })
    shifts.open('1')
    expect(await why((async () => sales.refundCash({ ...undelivered, purchaseId }, 'ben'))())).toBe('other-currency')
    close('1')
    shifts.setPrices(prices)
    shifts.open('1')
    expect(await why((async () => sales.refundCash({ ...undelivered, purchaseId }, 'ben'))())).toBe('drawer-short')
    shifts.move({ direction: 'in', amount: price, reason: 'Change' }, null)
    expect(sales.refundCash({ ...undelivered, purchaseId }, 'ben')).toMatchObject({
      owed: false,
      refundedCash: { by: 'Ben', ...undelivered },
    })
    expect(sales.refundCash({ ...undelivered, purchaseId }, 'ana')).toMatchObject({ refundedCash: { by: 'Ben' } })
    expect(shifts.report(null)).toMatchObject({ expected: '1', refundedCash: { count: 1, total: price } })
  })

  it('is not refunded while the payment is under way', async () => {
    const consent = await consentTo(await till.quote('harbour', 'usdc'))
    const tried: unknown[] = []
    till.tamper.instance = async () => {
      tried.push(await why((async () => sales.refundCash({ ...undelivered, purchaseId: consent.purchaseId }, 'ben'))()))
      return till.chain('harbour').instance()
    }
    await sales.confirm(consent, 'ana')
    delete till.tamper.instance
    expect(new Set(tried)).toEqual(new Set(['not-owed']))
    expect(shifts.report(null).refundedCash.count).toBe(0)
    await till.delivered(consent.purchaseId)
  })

  it('is owed after a power failure between the cash and the payment, and nothing was paid', async () => {
    const consent = await consentTo(await till.quote('harbour', 'usdc'))
    till.tamper.instance = () => {
      till.kill()
      return Promise.reject(new Error('The power went'))
    }
    await why(sales.confirm(consent, 'ana'))
    delete till.tamper.instance
    till.restart()
    open()
    const [left] = sales.list({ text: '', shift: null, offset: 0, limit: 10 }).sales
    expect(left).toMatchObject({ status: 'not-sold', owed: true, price: consent.price })
    expect(await payments()).toBe(0)
    sales.refundCash({ ...undelivered, purchaseId: consent.purchaseId }, 'ana')
    expect(shifts.report(null)).toMatchObject({ expected: '500', sold: { count: 1, margin: '0' } })
  })

  it('is not owed after a power failure once the payment was signed: it is sent once and delivered', async () => {
    const consent = await consentTo(await till.quote('harbour', 'usdc'))
    till.tamper.send = () => {
      till.kill()
      return Promise.reject(new Error('The power went'))
    }
    await why(sales.confirm(consent, 'ana'))
    delete till.tamper.send
    till.restart()
    open()
    await till.delivered(consent.purchaseId)
    expect(sales.list({ text: '', shift: null, offset: 0, limit: 10 }).sales).toMatchObject([
      { status: 'delivered', owed: false },
    ])
    expect(await payments()).toBe(1)
  })
})

describe('the search for a sale', () => {
  it('finds it by number, receipt code, time, price, recipient and product', async () => {
    const first = await sell()
    await sell(otherTopup, {}, null)
    const find = (text: string): number[] =>
      sales.list({ text, shift: null, offset: 0, limit: 10 }).sales.map(({ number }) => number)
    const price = Number(first.price).toFixed(2)
    for (const text of ['1', first.price, price, `$${price}`, `MX$${price}`, `${first.currency} ${price}`])
      expect([text, find(text)[0]]).toEqual([text, 1])
    const code = sales.receipt(first.purchaseId).qr ?? ''
    for (const text of ['#1', code, ` ${code.toLowerCase()} `]) expect([text, find(text)]).toEqual([text, [1]])
    expect(find(crypto.randomUUID().replaceAll('-', ''))).toEqual([])
    const sold = new Date(first.at)
    const [hour, minutes] = [sold.getHours(), String(sold.getMinutes()).padStart(2, '0')]
    for (const typed of [hour, hour % 12 || 12]) expect(find(`${typed}:${minutes}`)).toContain(1)
    const time = `${hour % 12 || 12}:${minutes}`
    for (const half of ['am', 'a.m.', 'pm', 'p.m.'])
      expect(find(`${time} ${half}`).includes(1)).toBe(half.startsWith('a') === hour < 12)
    expect(find(`${hour}:${String((sold.getMinutes() + 30) % 60).padStart(2, '0')}`)).toEqual([])
    expect(find('+12015550123')).toEqual([2, 1])
    expect(find('juniperline')).toEqual([2, 1])
    expect(find('nobody')).toEqual([])
    expect(sales.list({ text: '', shift: null, offset: 1, limit: 1 })).toMatchObject({
      total: 2,
      sales: [{ number: 1 }],
    })
  })

  it('finds it by its payment only for the manager, and a clerk cannot guess a hash part by part', async () => {
    const { purchaseId } = await sell()
    const hash = till.view(purchaseId).steps.at(-1)?.hash ?? ''
    const page = { shift: null, offset: 0, limit: 10 }
    for (const text of [hash, `https://explorer.example/tx/${hash}?a=1`, hash.slice(0, 10)]) {
      expect(sales.list({ text, ...page }, true)).toMatchObject({ total: 1 })
      expect(sales.list({ text, ...page })).toMatchObject({ total: 0 })
    }
  })
})

describe('a receipt', () => {
  it('shows the sale in its current state, and that it was printed before', async () => {
    const { purchaseId, price, change } = await sell()
    const receipt = sales.receipt(purchaseId)
    expect(receiptView.parse(receipt)).toEqual(receipt)
    expect(receipt).toMatchObject({
      number: '1',
      clerk: 'Ana',
      product: 'juniperline 5.00 USD',
      reference: '+1 201 555 0123',
      currency: 'MXN',
      price,
      cashGiven: '500',
      change,
      refundedCash: null,
      state: 'on-its-way',
      isReprint: false,
    })
    expect(sales.printed(purchaseId).printed).toBe(true)
    await till.delivered(purchaseId)
    const serviceReference = till.view(purchaseId).registration.transactionId
    expect(serviceReference).not.toBeNull()
    expect(sales.receipt(purchaseId)).toMatchObject({ state: 'delivered', isReprint: true, serviceReference })
  })

  it('tells when it was delivered and by which id the operator finds it, and nothing of a sale never paid', async () => {
    const { purchaseId } = await sell()
    await till.retryUntil(purchaseId, ({ status }) => status === 'delivered')
    const { timeline, registration } = till.view(purchaseId)
    expect(sales.delivery(purchaseId)).toEqual({
      at: timeline.find(({ stage }) => stage === 'delivered')?.at,
      transactionId: registration.transactionId,
    })
    expect(registration.transactionId).toBeTruthy()
    expect(() => sales.delivery(crypto.randomUUID())).toThrow('no such sale')
  })

  it('says for an undelivered sale that the cash is owed, then refunded', async () => {
    const { purchaseId, price } = await sell(failing)
    await till.retryUntil(purchaseId, ({ status }) => status === 'failed' || status === 'refunded')
    expect(sales.receipt(purchaseId)).toMatchObject({ state: 'failed', refundedCash: null })
    sales.refundCash({ ...undelivered, purchaseId }, 'ana')
    expect(sales.receipt(purchaseId)).toMatchObject({ state: 'refunded', refundedCash: price })
    expect(() => sales.receipt(crypto.randomUUID())).toThrow('no such sale')
  })
})

describe('an exported sale', () => {
  interface Exported {
    readonly sales: Record<string, unknown>[]
  }
  const read = (references: 'masked' | 'whole'): Exported['sales'] => {
    const now = (): number => Date.now() + till.clock.skewMs
    const reports = createReports({ ledger: till.ledger, now, shifts, purchases: till.purchases })
    const { text } = reports.exportSales({ of: { shift: 1 }, format: 'json', references })
    return (JSON.parse([...text].join('')) as Exported).sales
  }

  it('lists the coins paid, the network fee and the outcome', async () => {
    const { purchaseId, price, change } = await sell()
    await till.delivered(purchaseId)
    const view = till.view(purchaseId)
    const [one = {}] = read('masked')
    expect(one).toMatchObject({
      number: 1,
      shift: 1,
      clerk: 'Ana',
      clerkId: 'ana',
      product: 'juniperline 5.00 USD',
      sku: topup,
      reference: '•••123',
      currency: 'MXN',
      price,
      given: '500',
      change,
      outcome: 'delivered',
      paidAmount: view.totalAmount,
      paidCoin: view.tokenSymbol,
      network: view.networkName,
      networkFee: view.steps.at(-1)?.networkFee,
      networkFeeCoin: view.nativeSymbol,
      paymentHash: view.steps.at(-1)?.hash,
      transactionId: view.registration.transactionId,
      refundedAt: null,
      refundedBy: null,
      refundedShift: null,
    })
    expect(Object.keys(one)).toEqual(saleColumns)
    expect(one['networkFee']).not.toBeNull()
    expect(addDecimals([String(one['cost']), String(one['margin'])])).toBe(price)
    expect(read('whole')).toMatchObject([{ reference: '+12015550123' }])
  })

  it('earned and cost nothing if refunded in its own shift, as the report counts it, and names the refunding clerk and shift', async () => {
    const { purchaseId } = await sell(failing)
    await till.retryUntil(purchaseId, ({ status }) => status === 'failed' || status === 'refunded')
    sales.refundCash({ ...undelivered, purchaseId }, 'ben')
    expect(read('masked')).toMatchObject([
      { cost: '0', margin: '0', refundedBy: 'Ben', refundedShift: 1, refundReason: 'not-delivered', refundNote: null },
    ])
    expect(shifts.report(null).sold).toMatchObject({ cost: '0', margin: '0' })
  })
})
