import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browseBrands } from './brands-repository.ts'
import { readFacets } from './facets-repository.ts'
import { searchProducts } from './products-repository.ts'
import { openTestCatalog, price, rawBrand, rawVariant, type TestCatalog } from '../../../testing/catalog/cache.ts'
import { ask, findSkus, page, type SearchQuery } from '../../../testing/catalog/search.ts'

let catalog: TestCatalog
beforeEach(() => void (catalog = openTestCatalog()))
afterEach(() => catalog.dispose())

const skus = (more: Partial<SearchQuery>): string[] => findSkus(catalog.db, more)

describe('money', () => {
  const mixed = (sku: string, currency: string, value: string, more = {}) =>
    rawVariant(sku, { price: price(currency, value, '3'), country: 'ES', ...more })
  const plans = { dataGB: '20', durationDays: '20' }
  beforeEach(() =>
    catalog.write([
      {
        productType: 'topup',
        brands: [
          rawBrand('Claro', 1, [
            mixed('mxn20', 'MXN', '20'),
            mixed('cop20', 'COP', '20'),
            mixed('usd20', 'USD', '20'),
            mixed('usd200', 'USD', '200'),
            mixed('eur20', 'EUR', '20.00'),
            mixed('eur12', 'EUR', '12.50'),
            mixed('cop20000', 'COP', '20000'),
          ]),
          rawBrand('Roamer 20', 2, [mixed('eur9', 'EUR', '9', plans), mixed('usd7', 'USD', '7', plans)]),
          rawBrand('Sol', 3, [mixed('sol', 'EUR', '20')]),
        ],
      },
    ]),
  )
  it.each([
    // So much of a currency is no beginning of more.
    ['$20', 'usd20 mxn20 cop20'],
    ['$2', ''],
    ['2', 'usd20 eur20 sol mxn20 cop20 usd200 cop20000 eur9 usd7'],
    // Nor is a number in words.
    ['veinte', 'usd20 eur20 mxn20 cop20 sol eur9 usd7'],
    ['claro veinte mil', 'cop20000'],
    ['claro $20', 'usd20 mxn20 cop20'],
    ['20 $', 'usd20 mxn20 cop20'],
    ['20 dólares', 'usd20'],
    ['USD 20', 'usd20'],
    ['20 MXN', 'mxn20'],
    ['20€', 'eur20 sol'],
    ['€ 20.00', 'eur20 sol'],
    ['12,5 euros', 'eur12'],
    ['claro 20 eur', 'eur20'],
    ['20 pesos', 'mxn20 cop20'],
    ['20 pes', 'mxn20 cop20'],
    ['20.000 pesos colombianos', 'cop20000'],
    ['$20 COP', 'cop20'],
    ['₹20', ''],
    ['20 soles', ''],
    ['sol 20', 'sol'],
    ['claro pesos', 'mxn20 cop20 cop20000'],
  ])('%j finds %j', (text, expected) => {
    const [found, wanted] = [skus({ text }), expected.split(' ').filter(Boolean)]
    expect([...found].sort()).toEqual([...wanted].sort())
    expect(readFacets(catalog.db, ask({ text }), null).total).toBe(wanted.length)
    expect(browseBrands(catalog.db, ask({ text }), page).total > 0).toBe(wanted.length > 0)
  })

  it('with a shared sign lists the best known currency first', () => {
    expect(skus({ text: '$20' })[0]).toBe('usd20')
    expect(skus({ text: '$20', near: 'MX' })[0]).toBe('usd20')
  })

  it.each<[text: string, reader: string, expected: string, instead: string | null]>([
    ['$20', 'MXN', 'mxn20', null],
    ['$20', 'COP', 'cop20', null],
    ['$20', 'USD', 'usd20', null],
    ['20 $', 'MXN', 'mxn20', null],
    ['claro $20', 'MXN', 'mxn20', null],
    ['$20000', 'COP', 'cop20000', null],
    // What the reader's own money does not buy is offered in another.
    ['$200', 'MXN', 'usd200', '200 USD'],
    ['$20.000', 'MXN', 'cop20000', '20000 COP'],
    ['$20', 'CLP', 'usd20', '20 USD'],
    ['roamer $7', 'MXN', 'usd7', '7 USD'],
    // Whoever names a currency means it.
    ['US$20', 'MXN', 'usd20', null],
    ['20 usd', 'MXN', 'usd20', null],
    ['usd 20', 'MXN', 'usd20', null],
    ['MX$20', 'USD', 'mxn20', null],
    ['$20 COP', 'MXN', 'cop20', null],
    ['20 pesos', 'USD', 'mxn20 cop20', null],
    ['20€', 'MXN', 'eur20 sol', null],
  ])('%j typed by a reader of “$” as %s finds %j, instead %j', (text, dollarSign, expected, instead) => {
    const found = searchProducts(catalog.db, ask({ text, dollarSign }), page)
    expect(found.products.map(({ sku }) => sku).sort()).toEqual(expected.split(' ').sort())
    expect(found.nearest?.instead ?? null).toBe(instead)
    expect(readFacets(catalog.db, ask({ text, dollarSign }), null).total).toBe(found.ranked)
    expect(browseBrands(catalog.db, ask({ text, dollarSign }), page).total).toBeGreaterThan(0)
  })

  it('names the nearest amounts in the reader’s own money where another buys the typed one', () => {
    const nearest = (text: string, dollarSign: string) =>
      searchProducts(catalog.db, ask({ text, dollarSign }), page).nearest
    expect(nearest('$25', 'MXN')).toMatchObject({ typed: '25 MXN', isThere: false, instead: null })
    expect(nearest('$200', 'MXN')).toMatchObject({ typed: '200 MXN', isThere: false, instead: '200 USD' })
    expect(nearest('$200', 'MXN')?.searches.map(({ text }) => text)).toContain('20 MXN')
    expect(nearest('$20', 'CLP')).toMatchObject({ typed: '20 CLP', searches: [] })
  })

  it('claims no price that only begins with the typed amount', () => {
    catalog.write([{ productType: 'topup', brands: [rawBrand('Claro', 1, [mixed('usd9', 'USD', '9.5')])] }])
    const { products, nearest } = searchProducts(catalog.db, ask({ text: '$9', dollarSign: 'MXN' }), page)
    expect(products.map(({ sku }) => sku)).toEqual(['usd9'])
    expect(nearest?.instead ?? null).toBeNull()
  })

  it('finds a major currency however many others have the same price', () => {
    const others = Array.from({ length: 400 }, (_, index) => mixed(`x${index}`, 'MXN', '20'))
    catalog.write([{ productType: 'topup', brands: [rawBrand('Claro', 1, [...others, mixed('late20', 'USD', '20')])] }])
    expect(skus({ text: '$20' })[0]).toBe('late20')
  })
})

describe('worth', () => {
  const card = (sku: string, currency: string, value: string, coins: string) =>
    rawVariant(sku, { productType: 'gift_card', price: price(currency, value, coins), categories: ['Gaming'] })
  beforeEach(() =>
    catalog.write([
      {
        productType: 'gift_card',
        brands: [
          rawBrand('Pixelforge', 1, [
            card('mxn20', 'MXN', '20', '1.05'),
            card('mxn30', 'MXN', '30', '1.58'),
            card('mxn400', 'MXN', '400', '21.05'),
            card('mxn500', 'MXN', '500', '26.32'),
          ]),
          rawBrand('Casa', 2, [rawVariant('usd', { country: 'US', price: price('USD', '2', '2') })]),
        ],
      },
    ]),
  )
  const nearest = (text: string, more: Partial<SearchQuery> = {}) =>
    searchProducts(catalog.db, ask({ text, country: 'MX', ...more }), page).nearest?.searches.map((one) => one.text)

  it.each([
    ['games 25 usd', ['games 400 MXN', 'games 500 MXN']],
    ['games 25 dollars', ['games 400 MXN', 'games 500 MXN']],
    ['videojuegos 25 dólares', ['videojuegos 400 MXN', 'videojuegos 500 MXN']],
    ['games $25', ['games 20 MXN', 'games 30 MXN', 'games 400 MXN', 'games 500 MXN']],
    ['video games 25', ['video games 20 MXN', 'video games 30 MXN']],
    ['games 23.5 usdc', ['games 400 MXN', 'games 500 MXN']],
    ['games 450 pesos', ['games 400 MXN', 'games 500 MXN']],
  ])('where nothing costs “%s”, offers %j', (text, expected) => {
    expect(skus({ text, country: 'MX' })).toEqual([])
    expect(nearest(text)).toEqual(expected)
  })

  it('finds what costs about so many of a stable coin, the nearest first', () => {
    expect(skus({ text: '25 usdc', country: 'MX' })).toEqual(['mxn500'])
    expect(skus({ text: '1 DAI' })).toEqual(['mxn20'])
    expect(skus({ text: 'pixelforge 1.5 usdt' })).toEqual(['mxn30'])
    expect(searchProducts(catalog.db, ask({ text: '25usdc' }), page).corrected).toEqual([])
    expect(nearest('25 usdc')).toBeUndefined()
    expect(browseBrands(catalog.db, ask({ text: '25 usdc' }), page).total).toBe(1)
    expect(readFacets(catalog.db, ask({ text: '25 usdc' }), null).total).toBe(1)
  })
})

describe('beside a word for top-ups', () => {
  const topUp = (sku: string, value: string, more = {}) =>
    rawVariant(sku, { price: price('EUR', value, value), country: 'ES', ...more })
  beforeEach(() =>
    catalog.write([
      {
        productType: 'topup',
        brands: [
          rawBrand('Claro', 1, [topUp('20', '20'), topUp('200', '200'), topUp('50', '50')]),
          rawBrand('Nova', 2, [topUp('gb', '9', { dataGB: '20' }), topUp('days', '8', { durationDays: '20' })]),
          rawBrand('Roamer 30', 3, [topUp('named', '7')]),
        ],
      },
    ]),
  )
  const words = ['recarga %', '% recharge', 'top up %', 'top-up %', 'recarga pré-pago %', 'recharge %', 'saldo %']
  it.each(words)('“%s” is money, not the size of a plan', (typed) => {
    expect(skus({ text: typed.replace('%', '20') })).toEqual(['20', '200'])
    const near = searchProducts(catalog.db, ask({ text: typed.replace('%', '45') }), page)
    expect(near.products).toEqual([])
    expect(near.nearest?.searches.map(({ value }) => value)).toEqual(['50'])
    expect(skus({ text: typed.replace('%', '20 GB') })).toEqual(['gb'])
  })

  it('may still be in the name of a brand, and is a plan beside a word for plans', () => {
    expect(skus({ text: 'recarga 30' })).toEqual(['named'])
    expect(skus({ text: 'forfait 20' })).toContain('gb')
    expect(skus({ text: '20' })).toContain('gb')
  })
})
