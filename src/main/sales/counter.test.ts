import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requests } from '../../shared/contract.ts'
import type { Prices } from '../../shared/sales/views.ts'
import { price } from '../../testing/catalog/cache.ts'
import { openOakAndElm, serviceAt, type OakAndElm } from '../../testing/catalog/oak-and-elm.ts'
import { openCounter, type Counter, type CounterOptions } from './counter.ts'
import { openCashPrices } from './prices/cash-prices.ts'
import { insertSale } from './sales-repository.ts'
import { insertShift } from './shifts/shifts-repository.ts'

let shop: OakAndElm
let counter: Counter
let chosen: ReturnType<CounterOptions['chosen']>
let prices: Prices | null
beforeEach(() => {
  shop = openOakAndElm()
  chosen = prices = null
  const cashPrices = openCashPrices(shop.ledger, shop.onSale, { prices: () => prices }, shop.service)
  counter = openCounter({ ...shop, chosen: () => chosen, prices: () => prices, cashPrices })
})
afterEach(() => shop.dispose())

describe('the counter', () => {
  const page = (name: string, ...products: string[]) => ({ name, products })
  const set = (...pages: ReturnType<typeof page>[]) => requests['counter.set'].output.parse(counter.set(pages))
  const skus = ({ pages } = counter.get()) => pages.map(({ products }) => products.map((one) => one.product.sku))

  it('has pages in the manager’s order, each product once, and returns them as they were set', () => {
    expect(counter.get()).toEqual({ currency: null, byPolicy: false, pages: [], recent: [] })
    expect(set(page('Top-ups', 'OAK-I', 'ELM-I', 'OAK-I'), page('Games')).pages.map(({ name }) => name)).toEqual([
      'Top-ups',
      'Games',
    ])
    expect(skus()).toEqual([['OAK-I', 'ELM-I'], []])
    expect(skus(set(page('Games', 'ELM-I'), page('Top-ups', 'ELM-I', 'OAK-I')))).toEqual([
      ['ELM-I'],
      ['ELM-I', 'OAK-I'],
    ])
  })

  it('shows approximate cash prices by the matching rule, and none for a coin that is not a dollar coin', () => {
    set(page('Top-ups', 'OAK-I'))
    expect(counter.get().pages[0]?.products[0]?.price).toBeNull()
    const any = { productType: null, brandSlug: null, country: null, fixed: '0' }
    const rules = [
      { ...any, percent: '50', upTo: null },
      { ...any, brandSlug: 'oak', percent: '10', upTo: '0.5' },
    ]
    const limits = { perSale: null, perClerk: null, perShift: null, perDay: null, cashOut: null, leastMarkup: '0' }
    prices = { currency: 'MXN', rate: '20', rules, limits }
    // 5.50 dollars at 20, plus 10 %.
    expect(counter.get()).toMatchObject({ currency: 'MXN', pages: [{ products: [{ price: '121' }] }] })
    const euros = { ...price('MXN', '100', '5.50'), stableCoinCurrency: 'EURC' }
    shop.sellAt(euros)
    expect(counter.get().pages[0]?.products[0]?.price).toBeNull()
  })

  it('keeps and names products that are gone, and accepts no new one that is not on sale', () => {
    set(page('Top-ups', 'OAK-I'))
    shop.sell(null)
    expect(counter.get().pages[0]?.products).toMatchObject([{ product: { brandName: 'Oak' }, gone: true, price: null }])
    expect(skus(set(page('All', 'ELM-I', 'OAK-I')))).toEqual([['ELM-I', 'OAK-I']])
    expect(() => set(page('All', 'NONE-I'))).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(skus()).toEqual([['ELM-I', 'OAK-I']])
    shop.sell('5.50')
    expect(counter.get().pages[0]?.products[1]).toMatchObject({ gone: false })
  })

  it('calls no product gone while no catalog is loaded', () => {
    set(page('Top-ups', 'OAK-I'))
    shop.forgetCatalog()
    expect(counter.get().pages).toMatchObject([{ products: [{ product: { brandName: 'Oak' }, gone: false }] }])
  })

  it('lists the products sold last, newest first, once each, and only those still on sale', () => {
    insertShift(shop.ledger, 'MXN', '0', 1)
    const sold = { shift: 1, clerkId: null, at: 2, product: 'Any', price: '121', cost: '110', given: '150' }
    for (const sku of ['OAK-I', 'ELM-I', 'NONE-I', 'OAK-I'])
      insertSale(shop.ledger, { ...sold, sku, purchaseId: randomUUID() })
    const recent = () => requests['counter.get'].output.parse(counter.get()).recent
    expect(recent().map(({ product }) => product.sku)).toEqual(['OAK-I', 'ELM-I'])
    shop.sell(null)
    expect(recent().map(({ product }) => product.sku)).toEqual(['ELM-I'])
  })

  it('belongs to its service', () => {
    set(page('Top-ups', 'OAK-I'))
    shop.profile = serviceAt('https://b.example')
    expect(skus()).toEqual([])
    expect(skus(set(page('Games', 'ELM-I')))).toEqual([['ELM-I']])
    shop.profile = serviceAt('https://a.example')
    expect(skus()).toEqual([['OAK-I']])
    shop.profile = null
    expect(skus()).toEqual([])
    expect(() => set()).toThrow(expect.objectContaining({ code: 'no-profile' }))
  })

  it('is the policy’s if it sets pages, without products not sold here, and then cannot be changed', () => {
    set(page('Own', 'OAK-I'))
    chosen = [page('Games', 'NONE-I', 'ELM-I', 'ELM-I')]
    expect(counter.get()).toMatchObject({ byPolicy: true, pages: [{ name: 'Games' }] })
    expect(skus()).toEqual([['ELM-I']])
    expect(() => set()).toThrow(expect.objectContaining({ code: 'not-allowed', details: { reason: 'policy' } }))
    chosen = null
    expect(skus()).toEqual([['OAK-I']])
  })
})
