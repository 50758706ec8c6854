import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProductRowView } from '../../../shared/catalog/views.ts'
import { compareDecimals, multiplyDecimals, roundUp, scaleUp } from '../../../shared/money.ts'
import type { QuoteView } from '../../../shared/checkout/views.ts'
import type { Prices, SaleView } from '../../../shared/sales/views.ts'
import { plainConsentTo } from '../../../testing/purchases/consent.ts'
import { openTestSandbox, topup, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { writeQuotedFee } from '../../purchases/quote/quoted-fee-repository.ts'
import { serviceKey } from '../../settings/save-profile.ts'
import { createSales, type Sales } from '../create-sales.ts'
import { createShifts, type Shifts } from '../shifts/create-shifts.ts'
import { openCashPrices, type CashPrices } from './cash-prices.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const limits = { perSale: null, perClerk: null, perShift: null, perDay: null, cashOut: null, leastMarkup: '0' }
const rule = { productType: null, brandSlug: null, country: null, percent: '10', fixed: '0', upTo: '1' }
const prices: Prices = { currency: 'MXN', rate: '20', rules: [rule], limits, showsExpected: true }

let till: TestTill
let shifts: Shifts
let cashPrices: CashPrices
let sales: Sales
/** What the catalog now says that the product costs, in dollars. */
let catalogCost: string
/** The key of the service in use. */
let current: string
const service = (): string => current
const onSale = {
  product: (sku: string): ProductRowView =>
    ({ sku, price: { stableCoinCurrency: 'USD', stableCoinValue: catalogCost } }) as ProductRowView,
}
beforeEach(async () => {
  till = await sandbox.till()
  till.ledger.exec("INSERT INTO clerks (id, name, colour, pin, added_at) VALUES ('ana', 'Ana', 'teal', x'00', 1)")
  catalogCost = '5'
  current = serviceKey(till.service.profile)
  shifts = createShifts(till.ledger, () => Date.now())
  cashPrices = openCashPrices(till.ledger, onSale, shifts, service)
  sales = createSales({ ledger: till.ledger, now: () => Date.now(), shifts, cashPrices, purchases: till.purchases })
  shifts.setPrices(prices)
})

it('a price that a shift fixed is not shown in another currency, nor replaced by one', () => {
  shifts.open('0')
  expect(cashPrices.ofSku('a')).toBe('110')
  const inEuros = createShifts(
    till.ledger,
    () => Date.now(),
    () => ({ ...prices, currency: 'EUR', rate: '1' }),
  )
  expect(openCashPrices(till.ledger, onSale, inEuros, service).ofSku('a')).toBe('6')
  expect(cashPrices.ofSku('a')).toBe('110')
})

describe('the prices of a shift beside those of the one before', () => {
  const close = (): void => {
    shifts.count({ total: '0' }, null)
    shifts.close()
  }

  it('name each product that costs something else, by rules or by the catalog, until the manager prices it anew', () => {
    shifts.open('0')
    expect(cashPrices.ofSku('a')).toBe('110')
    cashPrices.ofSku('b')
    expect(cashPrices.changes()).toEqual([])
    close()
    shifts.setPrices({ ...prices, rate: '21' })
    shifts.open('0')
    expect(cashPrices.changes()).toMatchObject([
      { product: { sku: 'a' }, before: '110', now: '116' },
      { product: { sku: 'b' }, before: '110', now: '116' },
    ])
    expect(cashPrices.changes()).toHaveLength(2)
    // What was said is what is sold.
    catalogCost = '9'
    expect(cashPrices.ofSku('a')).toBe('116')
    shifts.setPrices(prices)
    catalogCost = '5'
    expect(cashPrices.changes()).toEqual([])
  })

  it('compare a price with the last one in the same currency', () => {
    shifts.open('0')
    cashPrices.ofSku('a')
    close()
    shifts.setPrices({ ...prices, currency: 'EUR', rate: '1' })
    shifts.open('0')
    expect(cashPrices.changes()).toEqual([])
    expect(cashPrices.ofSku('a')).toBe('6')
    close()
    shifts.setPrices({ ...prices, rate: '21' })
    shifts.open('0')
    expect(cashPrices.changes()).toMatchObject([{ product: { sku: 'a' }, before: '110', now: '116' }])
  })

  it('are none while the prices are in another currency than the drawer', () => {
    shifts.open('0')
    cashPrices.ofSku('a')
    close()
    shifts.open('0')
    const inEuros = { prices: (): Prices => ({ ...prices, currency: 'EUR', rate: '1' }) }
    expect(openCashPrices(till.ledger, onSale, inEuros, service).changes()).toEqual([])
  })

  it('reach back to the last shift that had the product', () => {
    shifts.open('0')
    cashPrices.ofSku('a')
    close()
    shifts.open('0')
    close()
    catalogCost = '6'
    shifts.open('0')
    expect(cashPrices.changes()).toMatchObject([{ product: { sku: 'a' }, before: '110', now: '132' }])
    close()
    expect(cashPrices.changes()).toEqual([])
    catalogCost = '7'
    shifts.open('0')
    expect(cashPrices.changes()).toMatchObject([{ product: { sku: 'a' }, before: '132', now: '154' }])
  })
})

async function sell(quoted?: QuoteView): Promise<SaleView> {
  const offer = quoted ?? (await till.quote('harbour', 'usdc'))
  const { price } = await sales.offer(offer.purchaseId, 'ana')
  return sales.confirm(
    {
      ...plainConsentTo(offer),
      recipient: null,
      acceptFee: false,
      acceptSame: true,
      byManager: false,
      price,
      given: '500',
    },
    'ana',
  )
}

describe('a product’s price in cash', () => {
  it('stays for the whole shift, whatever the catalog says meanwhile, also in a new process', () => {
    shifts.open('500')
    expect(cashPrices.ofSku(topup)).toBe('110')
    catalogCost = '6'
    expect(cashPrices.ofSku(topup)).toBe('110')
    const reopened = openCashPrices(till.ledger, { product: () => null }, shifts, service)
    expect(
      reopened.of({ sku: topup, price: { stableCoinCurrency: 'USD', stableCoinValue: '7' } } as ProductRowView),
    ).toBe('110')
    shifts.count({ total: '500' }, null)
    shifts.close()
    expect(cashPrices.ofSku(topup)).toBe('132')
    shifts.open('500')
    expect(cashPrices.ofSku(topup)).toBe('132')
  })

  it('follows new prices of the manager at once', () => {
    shifts.open('500')
    expect(cashPrices.ofSku(topup)).toBe('110')
    shifts.setPrices({ ...prices, rate: '21' })
    expect(cashPrices.ofSku(topup)).toBe('116')
  })

  it('stays when the manager saves only other limits', () => {
    shifts.open('500')
    expect(cashPrices.ofSku(topup)).toBe('110')
    catalogCost = '6'
    shifts.setPrices({ ...prices, limits: { ...limits, perSale: '900' } })
    expect(cashPrices.ofSku(topup)).toBe('110')
  })

  it('can be tried by other rules, with the fee once a quote told it', async () => {
    shifts.open('500')
    const rules = { currency: 'MXN', rate: '10', rules: [] }
    expect(cashPrices.try(topup, rules)).toEqual({ cost: '50', price: '50', knowsFee: false })
    expect(cashPrices.ofSku(topup)).toBe('110')
    await sell(await till.quote('harbour', 'usdc'))
    const tried = cashPrices.try(topup, rules) ?? expect.unreachable()
    expect(tried.knowsFee).toBe(true)
    expect(compareDecimals(tried.cost, '50')).toBeGreaterThan(0)
    expect(cashPrices.ofSku(topup)).toBe('110')
  })

  it('is not fixed while no shift is open, and unknown without prices or in another coin', () => {
    expect(cashPrices.ofSku(topup)).toBe('110')
    catalogCost = '6'
    expect(cashPrices.ofSku(topup)).toBe('132')
    const none = openCashPrices(till.ledger, { product: () => null }, { prices: () => null }, service)
    const product = { sku: topup, price: { stableCoinCurrency: 'USD', stableCoinValue: '5' } } as ProductRowView
    expect(none.of(product)).toBeNull()
    expect(
      cashPrices.of({ ...product, price: { ...product.price, stableCoinCurrency: 'EURC' } } as ProductRowView),
    ).toBeNull()
    expect(none.ofSku('no-such-product')).toBeNull()
  })

  it('says before a shift that it is without the fee, until a quote told that', async () => {
    expect(cashPrices.show(topup)).toEqual({ price: '110', withoutFee: true })
    await till.quote('harbour', 'usdc')
    expect(cashPrices.show(topup)).toMatchObject({ withoutFee: false })
  })

  it('stands in a shift, also without the fee', () => {
    shifts.open('500')
    expect(cashPrices.show(topup)).toEqual({ price: '110', withoutFee: false })
    expect(cashPrices.show(topup)).toEqual({ price: '110', withoutFee: false })
  })

  it('is the one on the tile at the sale, if it leaves the least markup', async () => {
    shifts.open('500')
    cashPrices.fix(topup, '140')
    const { purchaseId } = await till.quote('harbour', 'usdc')
    expect(await sales.offer(purchaseId, 'ana')).toMatchObject({ price: '140', raisedFrom: null })
    expect(await sell()).toMatchObject({ price: '140' })
  })

  it('is raised before the cash is taken if it would leave too little, and the tile follows', async () => {
    shifts.open('500')
    cashPrices.fix(topup, '90')
    const offer = await till.quote('harbour', 'usdc')
    const asked = await sales.offer(offer.purchaseId, 'ana')
    expect(asked.raisedFrom).toBe('90')
    expect(compareDecimals(asked.price, multiplyDecimals(offer.totalAmount, '20'))).toBeGreaterThanOrEqual(0)
    const sold = await sell()
    expect(sold.price).toBe(asked.price)
    expect(cashPrices.ofSku(topup)).toBe(asked.price)
    expect(Number(shifts.report(null).sold.margin)).toBeGreaterThan(0)
  })

  it('is not raised on the tile by a sale that was refused', async () => {
    shifts.open('500')
    cashPrices.fix(topup, '90')
    const offer = await till.quote('harbour', 'usdc')
    await expect(sell({ ...offer, quoteKey: crypto.randomUUID() })).rejects.toThrow()
    expect(sales.list({ shift: null, offset: 0, limit: 10 }).total).toBe(0)
    expect(cashPrices.ofSku(topup)).toBe('90')
  })

  it('follows a policy’s new rules from the next shift on', () => {
    let rules: Prices = prices
    shifts = createShifts(
      till.ledger,
      () => Date.now(),
      () => rules,
    )
    const product = { sku: topup, price: { stableCoinCurrency: 'USD', stableCoinValue: '5' } } as ProductRowView
    const policed = openCashPrices(till.ledger, { product: () => product }, shifts, service)
    shifts.open('500')
    expect(policed.ofSku(topup)).toBe('110')
    rules = { ...prices, rate: '21' }
    expect(policed.ofSku(topup)).toBe('110')
    shifts.count({ total: '500' }, null)
    shifts.close()
    shifts.open('500')
    expect(policed.ofSku(topup)).toBe('116')
  })

  it('keeps the least markup even where the rules add less', async () => {
    shifts.setPrices({ ...prices, rules: [], limits: { ...limits, leastMarkup: '50' } })
    shifts.open('500')
    const offer = await till.quote('harbour', 'usdc')
    const { price } = await sales.offer(offer.purchaseId, 'ana')
    expect(compareDecimals(price, multiplyDecimals(offer.totalAmount, '30'))).toBeGreaterThanOrEqual(0)
  })

  it('contains before the first sale the fee of a price asked for at home, also in a new process', async () => {
    const asked = await till.quote('harbour', 'usdc')
    const cost = scaleUp(catalogCost, asked.totalAmount, asked.assetAmount)
    expect(compareDecimals(cost, catalogCost)).toBeGreaterThan(0)
    till.kill()
    till.restart()
    shifts = createShifts(till.ledger, () => Date.now())
    const product = { sku: topup, price: { stableCoinCurrency: 'USD', stableCoinValue: catalogCost } } as ProductRowView
    const reopened = openCashPrices(till.ledger, { product: () => product }, shifts, service)
    shifts.open('500')
    expect(reopened.ofSku(topup)).toBe(roundUp(multiplyDecimals(cost, '22'), '1'))
  })

  it('learns no fee from a price that is doubted, nor from one in another coin', async () => {
    const choice = till.choice('harbour', 'usdc')
    const product = { ...choice.product, listed: { symbol: 'USD', amount: '1' } }
    await till.purchases.quote(till.service, { ...choice, product }, null)
    const { service } = till
    const quoteInEuros: typeof service.client.createQuote = async (input) => ({
      ...(await service.client.createQuote({ ...input, token: choice.token })),
      digitalAsset: 'EURC',
    })
    const inEuros = { ...service, client: { ...service.client, createQuote: quoteInEuros } }
    await till.purchases.quote(inEuros, { ...choice, token: { ...choice.token, symbol: 'EURC' } }, null)
    expect(cashPrices.try(topup, prices)).toMatchObject({ knowsFee: false })
  })

  it('contains from the next shift on the fee that the service added to the last sale', async () => {
    shifts.open('500')
    const sold = await till.quote('harbour', 'usdc')
    await sell(sold)
    shifts.count({ total: '500' }, null)
    shifts.close()
    shifts.open('500')
    const cost = scaleUp(catalogCost, sold.totalAmount, sold.assetAmount)
    expect(compareDecimals(cost, catalogCost)).toBeGreaterThan(0)
    expect(cashPrices.ofSku(topup)).toBe(roundUp(multiplyDecimals(cost, '22'), '1'))
  })

  it('contains that fee also for a cheaper product that was never sold', async () => {
    shifts.open('500')
    const sold = await till.quote('harbour', 'usdc')
    await sell(sold)
    catalogCost = '4'
    const cost = scaleUp(catalogCost, sold.totalAmount, sold.assetAmount)
    expect(cashPrices.ofSku('never-sold')).toBe(roundUp(multiplyDecimals(cost, '22'), '1'))
  })

  it('forgets the fees of another service', async () => {
    shifts.open('500')
    await sell(await till.quote('harbour', 'usdc'))
    current = serviceKey({ ...till.service.profile, baseUrl: 'http://127.0.0.1:1/' })
    expect(cashPrices.ofSku('never-sold')).toBe('110')
  })
})

it('asks for the fee of a product whose quote named no amount', () => {
  expect(cashPrices.toAskFor([topup])).toBe(topup)
  writeQuotedFee(till.ledger, current, { sku: topup, amount: '0', total: '0' }, 1)
  expect(cashPrices.toAskFor([topup])).toBe(topup)
  writeQuotedFee(till.ledger, current, { sku: topup, amount: '5', total: '5.1' }, 2)
  expect(cashPrices.toAskFor([topup])).toBeNull()
})

it('asks for the fee of the most expensive product in dollars, whose quote tells that of all others', () => {
  const costs: Record<string, [coin: string, cost: string]> = {
    cheap: ['USD', '2'],
    expensive: ['USD', '10'],
    other: ['EUR', '20'],
  }
  const product = (sku: string): ProductRowView => {
    const [stableCoinCurrency = '', stableCoinValue = ''] = costs[sku] ?? []
    return { sku, price: { stableCoinCurrency, stableCoinValue } } as ProductRowView
  }
  const several = openCashPrices(till.ledger, { product }, shifts, service)
  expect(several.toAskFor(['cheap', 'expensive', 'other'])).toBe('expensive')
  writeQuotedFee(till.ledger, current, { sku: 'cheap', amount: '2', total: '2.1' }, 1)
  expect(several.toAskFor(['cheap', 'expensive'])).toBe('expensive')
  expect(several.toAskFor(['cheap'])).toBeNull()
  writeQuotedFee(till.ledger, current, { sku: 'expensive', amount: '10', total: '10.2' }, 2)
  expect(several.toAskFor(['cheap', 'expensive'])).toBeNull()
})
