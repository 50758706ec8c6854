import { afterEach, beforeEach, expect, it } from 'vitest'
import { searchProducts } from './products-repository.ts'
import { openTestCatalog, price, rawBrand, rawVariant, type TestCatalog } from '../../../testing/catalog/cache.ts'
import { findNova, nova, novaAndRoamer } from '../../../testing/catalog/nova.ts'
import { ask, findSkus, findSlugs, page, type SearchQuery } from '../../../testing/catalog/search.ts'

let catalog: TestCatalog
beforeEach(() => {
  catalog = openTestCatalog()
  catalog.write(novaAndRoamer)
})
afterEach(() => catalog.dispose())

const slugs = (more: Partial<SearchQuery>): string[] => findSlugs(catalog.db, more)
const skus = (more: Partial<SearchQuery>): string[] => findSkus(catalog.db, more)
const found = (text: string, more?: Partial<SearchQuery>): string => findNova(catalog.db, text, more)

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

it('offers no other amount if there are many results', () => {
  const many = Array.from({ length: 13 }, (_, index) => nova(`${800 + index}`, `${800 + index}`))
  catalog.write([{ productType: 'topup', brands: [rawBrand('Nova', 1, [nova('5', '5'), ...many])] }])
  expect(found('8').split(' ')).toHaveLength(13)
  expect(searchProducts(catalog.db, ask({ text: '8' }), page).nearest).toBeNull()
  expect(searchProducts(catalog.db, ask({ text: '8.1' }), page).nearest?.searches.map((one) => one.text)).toEqual([
    '5 EUR',
  ])
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
  expect([named('nova 8'), named('NÓVA 8 eur'), named('nov 8'), named('noav 8'), named('8'), named('spain 8')]).toEqual(
    [true, true, false, false, false, false],
  )
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
