import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { addDecimals } from '../../shared/money.ts'
import { failing, openTestSandbox, otherTopup, topup, type TestSandbox } from '../../testing/purchases/context.ts'
import {
  consentTo,
  noLimits,
  openSales,
  openShop,
  sell,
  shopPrices,
  type TestShop,
} from '../../testing/sales/open-shop.ts'

let sandbox: TestSandbox
let shop: TestShop
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())
beforeEach(async () => {
  shop = await openShop(sandbox)
})

const undelivered = { reason: 'not-delivered', note: null } as const

/** Counts the drawer, and closes the shift. */
function close(total: string): void {
  shop.shifts.count({ total }, null)
  shop.shifts.close()
}
const why = (tried: Promise<unknown>): Promise<unknown> =>
  tried.then(
    () => 'sold',
    (error: unknown) => (error instanceof AppError ? (error.details?.reason ?? error.code) : error),
  )
const payments = async (): Promise<number> => (await sandbox.witness(shop.till.address)).payments.length

describe('a cash sale', () => {
  it('costs the coins at the shop’s rate plus the matching markup, is paid and delivered, and adds to the drawer', async () => {
    const offer = await shop.till.quote('harbour', 'usdc')
    // 5 dollars and the service's fee at 17 pesos, plus 10 %, rounded up to half a peso.
    const exact = Number(offer.totalAmount) * 17 * 1.1
    const { price, currency } = await shop.sales.offer(offer.purchaseId, 'ana')
    expect(currency).toBe('MXN')
    expect(Number(price)).toBeGreaterThanOrEqual(exact)
    // The shop's cost is in whole cents.
    expect(Number(price) - exact).toBeLessThan(0.5 + 0.01 * 1.1)
    const sold = await shop.sales.confirm(await consentTo(shop, offer, { price }), 'ana')
    expect(sold).toMatchObject({ number: 1, by: 'Ana', price, given: '500', owed: false, refundedCash: null })
    expect(Number(sold.change)).toBeCloseTo(500 - Number(price), 10)
    await shop.till.delivered(offer.purchaseId)
    expect(shop.sales.list({ shift: 1, offset: 0, limit: 10 })).toMatchObject({
      total: 1,
      sales: [{ status: 'delivered', owed: false, product: 'juniperline 5.00 USD', reference: '+12015550123' }],
    })
    const { expected, sold: counted } = shop.shifts.report(null)
    expect(Number(expected)).toBeCloseTo(500 + Number(price), 10)
    expect(counted).toMatchObject({ count: 1, total: price })
    expect(await payments()).toBe(1)
  })

  it('sells once, however often it is confirmed, also in a new process', async () => {
    const offer = await shop.till.quote('harbour', 'usdc')
    const consent = await consentTo(shop, offer)
    const pressed = await Promise.all([1, 2, 3].map(() => shop.sales.confirm(consent, 'ana')))
    expect(new Set(pressed.map(({ number }) => number))).toEqual(new Set([1]))
    shop.till.kill()
    shop.till.restart()
    shop = openSales(shop.till)
    expect((await shop.sales.confirm(consent, 'ben')).by).toBe('Ana')
    await shop.till.delivered(offer.purchaseId)
    expect(await payments()).toBe(1)
    expect(shop.shifts.report(null).sold.count).toBe(1)
  })

  it('is refused without a trace for too little cash, a changed price, no shift or no prices', async () => {
    expect(await why(sell(shop, topup, { given: '1' }))).toBe('too-little')
    expect(await why(sell(shop, topup, { price: '1' }))).toBe('quote-changed')
    expect(
      await why(
        shop.sales.confirm(
          { ...(await consentTo(shop, await shop.till.quote('harbour', 'usdc'))), quoteKey: 'other' },
          'ana',
        ),
      ),
    ).toBe('quote-expired')
    shop.till.state.locked = true
    expect(await why(sell(shop))).toBe('locked')
    shop.till.state.locked = false
    const offer = await shop.till.quote('harbour', 'usdc')
    const consent = await consentTo(shop, offer)
    close('500')
    expect(await why(shop.sales.confirm(consent, 'ana'))).toBe('no-shift')
    expect(shop.sales.list({ shift: null, offset: 0, limit: 10 }).total).toBe(0)
    expect(await payments()).toBe(0)
  })

  it('is polled on request, with one request for all open sales, even in a rush, and not twice at once', async () => {
    await sandbox.control('settings', { deliverySeconds: 3600 }, 'PATCH')
    Object.assign(shop.till.service.budget, { spacing: () => 24 * 3_600_000, isRush: () => true })
    const polls = async (): Promise<number> =>
      (await sandbox.requests(shop.till.address)).filter(({ operation }) => /^(list|get)Transaction/.test(operation))
        .length
    const sold = [await sell(shop), await sell(shop, otherTopup), await sell(shop, otherTopup, { acceptSame: true })]
    for (const { purchaseId } of sold)
      await shop.till.until(purchaseId, ({ registration }) => registration.state === 'registered')
    await expect.poll(polls, { timeout: 10_000 }).toBe(1)
    for (const { purchaseId } of sold)
      await sandbox.control(`transactions/${shop.till.purchases.get(purchaseId).registration.transactionId}`, {
        status: 'SUCCESS',
      })
    shop.sales.refresh()
    shop.sales.refresh()
    for (const { purchaseId } of sold) await shop.till.until(purchaseId, ({ status }) => status === 'delivered')
    expect(await polls()).toBe(2)
  })

  it('asks about a sale of the same product to the same recipient minutes ago, by any clerk', async () => {
    await sell(shop)
    const { delivery } = shop.till.choice('harbour', 'usdc')
    const typed = { sku: topup, reference: delivery.reference, fields: {} }
    expect(shop.sales.same(typed)).toMatchObject({ number: 1, by: 'Ana' })
    expect(shop.sales.same({ ...typed, sku: otherTopup })).toBeNull()
    expect(shop.sales.same({ ...typed, reference: '+12015550199' })).toBeNull()
    const again = await shop.till.quote('harbour', 'usdc')
    expect((await shop.sales.offer(again.purchaseId, 'ben')).same).toMatchObject({ number: 1, by: 'Ana' })
    expect(await why(shop.sales.confirm(await consentTo(shop, again), 'ben'))).toBe('same-sale')
    expect(
      (await shop.sales.offer((await shop.till.quote('harbour', 'usdc', otherTopup)).purchaseId, 'ben')).same,
    ).toBeNull()
    shop.till.clock.skewMs = 11 * 60_000
    expect(shop.sales.same(typed)).toBeNull()
    expect((await shop.sales.offer((await shop.till.quote('harbour', 'usdc')).purchaseId, 'ben')).same).toBeNull()
    shop.till.clock.skewMs = 0
    expect(
      await why(
        shop.sales.confirm(
          await consentTo(shop, await shop.till.quote('harbour', 'usdc'), { acceptSame: true }),
          'ben',
        ),
      ),
    ).toBe('sold')
  })

  it('asks even while the first of two equal sales is being confirmed', async () => {
    const [one, two] = [await shop.till.quote('harbour', 'usdc'), await shop.till.quote('harbour', 'usdc')]
    const [first, second] = [await consentTo(shop, one), await consentTo(shop, two)]
    const both = await Promise.all([why(shop.sales.confirm(first, 'ana')), why(shop.sales.confirm(second, 'ben'))])
    expect(both).toEqual(['sold', 'same-sale'])
    expect(shop.sales.list({ shift: null, offset: 0, limit: 10 }).total).toBe(1)
  })

  it('exceeds a limit, or accepts more than the terms, only with the manager', async () => {
    const { price: one } = await shop.sales.offer((await shop.till.quote('harbour', 'usdc')).purchaseId, 'ana')
    const limits = { ...noLimits, perClerk: addDecimals([one, '0.5']) }
    shop.shifts.setPrices({ ...shopPrices, limits })
    expect(await why(sell(shop, topup, { acceptNotSimulated: true }))).toBe('needs-manager')
    expect(await why(sell(shop, topup, { acceptCoin: true }))).toBe('needs-manager')
    // A clerk sees no address to compare.
    expect(await why(sell(shop, topup, { acceptNewRecipient: true, byManager: true }))).toBe('role')
    await sell(shop)
    const more = await shop.till.quote('harbour', 'usdc', otherTopup)
    expect((await shop.sales.offer(more.purchaseId, 'ana')).exceededLimits).toEqual([
      { limit: 'perClerk', left: '0.5' },
    ])
    expect(await why(shop.sales.confirm(await consentTo(shop, more), 'ana'))).toBe('limit-reached')
    expect(await why(shop.sales.confirm(await consentTo(shop, more, { byManager: true }), 'ana'))).toBe('sold')
    shop.shifts.setPrices({ ...shopPrices, limits: { ...noLimits, perSale: '1', perShift: one, perDay: one } })
    expect(
      (await shop.sales.offer((await shop.till.quote('harbour', 'usdc', otherTopup)).purchaseId, 'ben')).exceededLimits,
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
    const { purchaseId, price } = await sell(shop)
    const giveBack = (): Promise<unknown> => why((async () => shop.sales.giveBack({ ...wrong, purchaseId }))())
    expect(await giveBack()).toBe('not-delivered')
    await shop.till.delivered(purchaseId)
    const margin = shop.shifts.report(null).sold
    close('0')
    expect(await giveBack()).toBe('no-shift')
    shop.shifts.open('1')
    expect(await giveBack()).toBe('drawer-short')
    expect([purchaseId, 'bought at home'].map(shop.sales.counterOf)).toEqual(['sold', null])
    expect([purchaseId, 'bought at home'].map(shop.sales.find)).toEqual([shop.sales.get(purchaseId), null])
    shop.shifts.move({ direction: 'in', amount: price, reason: 'Change' }, null)
    const given = { by: null, ...wrong, delivered: true }
    expect(shop.sales.giveBack({ ...wrong, purchaseId })).toMatchObject({ refundedCash: given, owed: false })
    expect(shop.sales.counterOf(purchaseId)).toBe('given-back')
    expect(shop.sales.cost(purchaseId)).toBe(margin.cost)
    // Neither path gives it twice.
    expect(shop.sales.giveBack({ ...wrong, purchaseId })).toMatchObject({ refundedCash: given })
    expect(shop.sales.refundCash({ ...undelivered, purchaseId }, 'ana')).toMatchObject({ refundedCash: given })
    expect(shop.sales.receipt(purchaseId, null)).toMatchObject({ state: 'given-back', refundedCash: price })
    expect(shop.shifts.report(null)).toMatchObject({
      expected: '1',
      refundedCash: { count: 1, total: price, marginLost: margin.margin, costLost: margin.cost },
    })
  })
})

describe('cash for an undelivered sale', () => {
  it('is refunded once, from the drawer of the current shift', async () => {
    const { purchaseId, price, owed } = await sell(shop, failing)
    expect(owed).toBe(false)
    expect(await why((async () => shop.sales.refundCash({ ...undelivered, purchaseId }, 'ana'))())).toBe('not-owed')
    await shop.till.checkUntil(purchaseId, ({ status }) => status === 'failed' || status === 'refunded')
    const found = await shop.sales.search({ text: '#1', shift: null, offset: 0, limit: 10 })
    expect(found.sales[0]).toMatchObject({ owed: true })
    close('0')
    expect(await why((async () => shop.sales.refundCash({ ...undelivered, purchaseId }, 'ben'))())).toBe('no-shift')
    shop.shifts.setPrices({ ...shopPrices, currency: 'EUR' })
    shop.shifts.open('1')
    expect(await why((async () => shop.sales.refundCash({ ...undelivered, purchaseId }, 'ben'))())).toBe(
      'other-currency',
    )
    close('1')
    shop.shifts.setPrices(shopPrices)
    shop.shifts.open('1')
    expect(await why((async () => shop.sales.refundCash({ ...undelivered, purchaseId }, 'ben'))())).toBe('drawer-short')
    shop.shifts.move({ direction: 'in', amount: price, reason: 'Change' }, null)
    expect(shop.sales.refundCash({ ...undelivered, purchaseId }, 'ben')).toMatchObject({
      owed: false,
      refundedCash: { by: 'Ben', ...undelivered },
    })
    expect(shop.sales.refundCash({ ...undelivered, purchaseId }, 'ana')).toMatchObject({ refundedCash: { by: 'Ben' } })
    expect(shop.shifts.report(null)).toMatchObject({ expected: '1', refundedCash: { count: 1, total: price } })
  })

  it('is not refunded while the payment is under way', async () => {
    const consent = await consentTo(shop, await shop.till.quote('harbour', 'usdc'))
    const tried: unknown[] = []
    shop.till.tamper.instance = async () => {
      tried.push(
        await why((async () => shop.sales.refundCash({ ...undelivered, purchaseId: consent.purchaseId }, 'ben'))()),
      )
      return shop.till.chain('harbour').instance()
    }
    await shop.sales.confirm(consent, 'ana')
    delete shop.till.tamper.instance
    expect(new Set(tried)).toEqual(new Set(['not-owed']))
    expect(shop.shifts.report(null).refundedCash.count).toBe(0)
    await shop.till.delivered(consent.purchaseId)
  })

  it('is owed after a power failure between the cash and the payment, and nothing was paid', async () => {
    const consent = await consentTo(shop, await shop.till.quote('harbour', 'usdc'))
    shop.till.tamper.instance = () => {
      shop.till.kill()
      return Promise.reject(new Error('The power went'))
    }
    await why(shop.sales.confirm(consent, 'ana'))
    delete shop.till.tamper.instance
    shop.till.restart()
    shop = openSales(shop.till)
    const [left] = shop.sales.list({ shift: null, offset: 0, limit: 10 }).sales
    expect(left).toMatchObject({ status: 'not-sold', owed: true, price: consent.price })
    expect(await payments()).toBe(0)
    shop.sales.refundCash({ ...undelivered, purchaseId: consent.purchaseId }, 'ana')
    expect(shop.shifts.report(null)).toMatchObject({ expected: '500', sold: { count: 1, margin: '0' } })
  })

  it('is not owed after a power failure once the payment was signed: it is sent once and delivered', async () => {
    const consent = await consentTo(shop, await shop.till.quote('harbour', 'usdc'))
    shop.till.tamper.send = () => {
      shop.till.kill()
      return Promise.reject(new Error('The power went'))
    }
    await why(shop.sales.confirm(consent, 'ana'))
    delete shop.till.tamper.send
    shop.till.restart()
    shop = openSales(shop.till)
    await shop.till.delivered(consent.purchaseId)
    expect(shop.sales.list({ shift: null, offset: 0, limit: 10 }).sales).toMatchObject([
      { status: 'delivered', owed: false },
    ])
    expect(await payments()).toBe(1)
  })
})
