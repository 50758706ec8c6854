import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browseInput, type BrowseInput, type Sort } from '../../../shared/catalog/views.ts'
import { browseBrands } from './brands-repository.ts'
import { readFacets } from './facets-repository.ts'
import { searchProducts } from './products-repository.ts'
import { openTestCatalog, price, rawBrand, rawVariant, type TestCatalog } from '../../../testing/catalog/cache.ts'

type SearchQuery = BrowseInput & { readonly sort: Sort }
const page = { offset: 0, limit: 60 }
const ask = (more: Partial<SearchQuery> = {}): SearchQuery => ({
  ...browseInput.parse(more),
  sort: more.sort ?? 'best',
})
const slugs = (more: Partial<SearchQuery>): string[] =>
  browseBrands(catalog.db, ask(more), page).brands.map((brand) => brand.slug)
const skus = (more: Partial<SearchQuery>): string[] =>
  searchProducts(catalog.db, ask(more), page).products.map((variant) => variant.sku)

let catalog: TestCatalog
beforeEach(() => void (catalog = openTestCatalog()))
afterEach(() => catalog.dispose())

describe('amounts and typing errors', () => {
  const nova = (sku: string, value: string, more: Record<string, unknown> = {}) =>
    rawVariant(`NOVA_${sku}-I`, { price: price('EUR', value, String(Number(value) * 1.1)), country: 'ES', ...more })
  const plan = (sku: string, value: string, dataGB: string | undefined, durationDays: string, more = {}) =>
    nova(sku, value, { dataGB, durationDays, subTypes: ['data'], productType: 'esim', ...more })
  beforeEach(() =>
    catalog.write([
      { productType: 'topup', brands: [rawBrand('Nova', 1, [nova('5', '5'), nova('10', '10'), nova('100', '100')])] },
      {
        productType: 'esim',
        brands: [
          rawBrand('Roamer 10', 2, [
            plan('A', '4', '1', '7'),
            plan('B', '9', '5', '30'),
            plan('C', '20', undefined, '30', { dataUnlimited: true, voiceMinutes: '60' }),
          ]),
        ],
      },
    ]),
  )
  const found = (text: string, more: Partial<SearchQuery> = {}): string =>
    skus({ text, ...more })
      .map((sku) => sku.slice(5, -2))
      .join(' ')

  it.each([
    ['nova 10', '10 100'],
    ['nova 10 eur', '10'],
    ['nova 1', '10 100'],
    ['10', 'A B C 10 100'],
    ['5gb spain', 'B'],
    ['españa 30 días', 'B C'],
    ['1 month', 'B C'],
    ['1 week', 'A'],
    ['unlimited', 'C'],
    ['60 min', 'C'],
    ['noav', '5 10 100'],
    ['raomer', 'A B C'],
    ['spian 10', 'A B C 10 100'],
    ['nova usd', ''],
  ])('%j finds %j', (text, expected) => {
    expect(found(text).split(' ').sort()).toEqual(expected.split(' ').sort())
  })

  it('marks the corrected words, and finds only the products of a SKU prefix', () => {
    const { marks, corrected } = searchProducts(catalog.db, ask({ text: 'noav 10' }), page)
    expect(marks.slice(0, 3)).toEqual(['nova', '10', '10 gb'])
    expect(corrected).toEqual([{ typed: 'noav', meant: ['nova'], isBegun: false }])
    expect(searchProducts(catalog.db, ask({ text: 'nov 10' }), page).corrected).toEqual([])
    expect(searchProducts(catalog.db, ask({ text: '1,5gb' }), page).marks).toEqual(['1.5 gb', '1,5 gb'])
    expect(found('nova_1')).toBe('10 100')
    expect(found('NOVA_10-I')).toBe('10')
  })

  it('ranks products at exactly the typed amount first, in any currency and however well the words match', () => {
    const mixed = (sku: string, currency: string, value: string) =>
      rawVariant(sku, { price: price(currency, value, '3'), country: 'ES' })
    const group = (name: string, order: number, variants: unknown[]) => rawBrand(name, order, variants)
    catalog.write([
      {
        productType: 'topup',
        brands: [
          group('Claro', 1, [mixed('c100', 'EUR', '100'), mixed('c5', 'EUR', '5')]),
          group('Claro 10', 2, [mixed('x20', 'EUR', '20')]),
          group('Claroline', 3, [mixed('l10', 'MXN', '10.00'), mixed('l1000', 'MXN', '1000')]),
        ],
      },
    ])
    expect(skus({ text: 'claro 10' })).toEqual(['l10', 'x20', 'c100', 'l1000'])
    expect(skus({ text: '10', near: 'MX' }).slice(0, 2)).toEqual(['l10', 'x20'])
    expect(slugs({ text: 'claro 10' })).toEqual(['claroline', 'claro-10', 'claro'])
  })

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
      catalog.write([
        { productType: 'topup', brands: [rawBrand('Claro', 1, [...others, mixed('late20', 'USD', '20')])] },
      ])
      expect(skus({ text: '$20' })[0]).toBe('late20')
    })
  })

  it('offers the nearest amounts of the same search if nothing costs the typed one', () => {
    const nearest = (text: string, more: Partial<SearchQuery> = {}) => {
      const found = searchProducts(catalog.db, ask({ text, ...more }), page).nearest
      return found && [found.typed, found.isThere, ...found.searches.map((one) => one.text)]
    }
    expect(nearest('8')).toEqual(['8', false, '5 EUR', '9 EUR'])
    expect(nearest('nova 8')).toEqual(['8', false, 'nova 5 EUR', 'nova 10 EUR'])
    expect(nearest('€8 nova')).toEqual(['8 EUR', false, 'nova 5 EUR', 'nova 10 EUR'])
    expect(nearest('8 euros', { type: 'esim' })).toEqual(['8 EUR', false, '4 EUR', '9 EUR'])
    expect(nearest('60', { type: 'topup' })).toEqual(['60', false, '100 EUR'])
    expect(nearest('25', { type: 'topup' })).toEqual(['25', false, '10 EUR', '100 EUR'])
    expect(nearest('9000 euros')).toEqual(['9000 EUR', false, '100 EUR'])
    expect(nearest('€1')).toEqual(['1 EUR', false, '4 EUR'])
    expect(nearest('9.000 euros')).toEqual(['9000 EUR', false, '100 EUR'])
    expect(nearest('8,50 euros')).toEqual(['8.5 EUR', false, '5 EUR', '9 EUR'])
    expect(nearest('nova 10')).toBeNull()
    expect(nearest('9 eur')).toEqual(['9 EUR', true, '5 EUR', '10 EUR'])
    expect(nearest('4 eur')).toEqual(['4 EUR', true, '5 EUR'])
    expect(nearest('8 gb')).toBeNull()
    expect(nearest('8 usd')).toBeNull()
    expect(nearest('8', { price: { currency: 'EUR', from: null, to: 5 } })).toEqual(['8', false, '5 EUR'])
    const onPage2 = searchProducts(catalog.db, ask({ text: '8' }), { offset: 60, limit: 60 })
    expect(onPage2.nearest?.searches).toHaveLength(2)
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

  it.each(['noav cien', 'zzyzx cien', 'cem noav', 'noav one hundred', 'noav cent', 'noav 100'])(
    'returns the words beside the amount of “%s”, also where products cost it or nothing is like them',
    (text) => {
      const { beside } = searchProducts(catalog.db, ask({ text }), page)
      expect(beside).toBe(text.includes('zzyzx') ? 'zzyzx' : 'noav')
    },
  )

  it('says whether the words beside the nearest amounts are in a brand’s name', () => {
    const named = (text: string) => searchProducts(catalog.db, ask({ text }), page).nearest?.namesBrand
    expect([
      named('nova 8'),
      named('NÓVA 8 eur'),
      named('nov 8'),
      named('noav 8'),
      named('8'),
      named('spain 8'),
    ]).toEqual([true, true, false, false, false, false])
  })

  it('returns the only amount of money, with the currencies that it may be in', () => {
    const amount = (text: string) => searchProducts(catalog.db, ask({ text }), page).amount
    expect(amount('zzyzx cien')).toEqual({ value: 100, currencies: null })
    expect(amount('nova 8,50 euros')).toEqual({ value: 8.5, currencies: ['EUR'] })
    expect([amount('nova'), amount('5 10'), amount('5 gb')]).toEqual([null, null, null])
  })

  it('returns no words beside where neither money nor a kind of product is typed, or nothing else', () => {
    for (const text of ['nova', '', 'nova 5 gb', 'top up', '50', 'gift card 50'])
      expect(searchProducts(catalog.db, ask({ text }), page).beside).toBeNull()
  })

  it.each([
    ['top up mom', ['topup']],
    ['mom top-up', ['topup']],
    ['recharge mom', ['topup']],
    ['gift card for mom', ['gift_card']],
    ['recarga a mom', ['topup']],
    ['recargar mom 150', ['topup']],
    ['carte cadeau pour mom', ['gift_card', 'esim']],
    ['cartão presente mom', ['gift_card']],
    ['for my mom', []],
    ['mom 150 euros', []],
  ])('returns the name in “%s”, and the types %j', (text, types) => {
    expect(searchProducts(catalog.db, ask({ text }), page)).toMatchObject({ beside: 'mom', types })
  })

  it('offers no other amount if there are many results', () => {
    const many = Array.from({ length: 13 }, (_, index) => nova(`${800 + index}`, `${800 + index}`))
    catalog.write([{ productType: 'topup', brands: [rawBrand('Nova', 1, [nova('5', '5'), ...many])] }])
    expect(found('8').split(' ')).toHaveLength(13)
    expect(searchProducts(catalog.db, ask({ text: '8' }), page).nearest).toBeNull()
    expect(searchProducts(catalog.db, ask({ text: '8.1' }), page).nearest?.searches.map((one) => one.text)).toEqual([
      '5 EUR',
    ])
  })

  it('sorts by price and by price per unit, and then lists only products with that unit', () => {
    expect(found('', { sort: 'price' })).toBe('A 5 B 10 C 100')
    expect(found('', { sort: 'perGB' })).toBe('B A')
    expect(found('', { sort: 'perDay' })).toBe('B A C')
    expect(found('', { sort: 'perMinute' })).toBe('C')
    expect(found('', { sort: 'name' })).toBe('5 10 100 A B C')
    const often = searchProducts(catalog.db, ask({ sort: 'popular' }), page, { 'NOVA_C-I': 3, 'NOVA_100-I': 1 })
    expect(often.products.slice(0, 2).map(({ sku }) => sku)).toEqual(['NOVA_C-I', 'NOVA_100-I'])
    expect(slugs({ sort: 'price' })).toEqual(['roamer-10', 'nova'])
    expect(slugs({ sort: 'perGB' })).toEqual(['roamer-10'])
    const { brands } = browseBrands(catalog.db, ask({ sort: 'popular' }), page, { 'roamer-10': 2 })
    expect(brands.map(({ slug }) => slug)).toEqual(['roamer-10', 'nova'])
  })

  it('sorts by name, ignoring accents and case', () => {
    const named = ['Zephyr', 'Órbita', 'nova', 'Ébano', 'Aurora']
    const brands = named.map((name, at) => rawBrand(name, at, [nova(String(at), '5')]))
    catalog.write([{ productType: 'topup', brands }])
    expect(slugs({ sort: 'name' })).toEqual(['aurora', 'ébano', 'nova', 'órbita', 'zephyr'])
    expect(found('', { sort: 'name' })).toBe('4 3 2 1 0')
  })

  it('finds products by their sub-type', () => {
    const night = nova('N', '5', { subTypes: ['nocturnal'] })
    catalog.write([{ productType: 'topup', brands: [rawBrand('Nova', 1, [nova('5', '5'), night])] }])
    expect(found('nocturnal')).toBe('N')
  })

  it('narrows by price in one currency, data, validity and unlimited, with exact counts', () => {
    const input = ask({ price: { currency: 'EUR', from: 5, to: 10 } })
    expect(found('', { price: input.price }).split(' ').sort()).toEqual(['10', 'B'])
    expect(found('', { unlimited: true })).toBe('C')
    expect(readFacets(catalog.db, ask(), 'XXX').prices).toEqual([])
    for (const more of [
      {},
      { text: 'roamer' },
      { unlimited: true },
      { type: 'esim' },
    ] satisfies Partial<SearchQuery>[]) {
      const facets = readFacets(catalog.db, ask(more), 'EUR')
      const count = (choice: Partial<SearchQuery>): number =>
        searchProducts(catalog.db, ask({ ...more, sort: 'price', ...choice }), page).ranked
      expect(facets.total).toBe(count({}))
      for (const { value, count: counted } of facets.data)
        expect([value, count({ data: value })]).toEqual([value, counted])
      for (const { value, count: counted } of facets.validities)
        expect([value, count({ validity: value })]).toEqual([value, counted])
      expect(count({ unlimited: true })).toBe(facets.unlimited)
      // A price on a boundary counts once.
      expect(facets.prices.reduce((sum, range) => sum + range.count, 0)).toBe(facets.total)
      for (const { count: counted, ...range } of facets.prices)
        expect([range, count({ price: { currency: 'EUR', ...range } })]).toEqual([range, counted])
    }
  })

  it('pages through single products without losing or repeating one', () => {
    for (const sort of ['best', 'price', 'popular', 'name'] as const) {
      const pages = [0, 2, 4].flatMap(
        (offset) => searchProducts(catalog.db, ask({ sort }), { offset, limit: 2 }).products,
      )
      expect(new Set(pages.map(({ sku }) => sku)).size).toBe(6)
    }
  })
})
