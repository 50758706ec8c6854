import { afterEach, beforeEach, expect, it } from 'vitest'
import { browseBrands } from './brands-repository.ts'
import { readFacets } from './facets-repository.ts'
import { searchProducts } from './products-repository.ts'
import { openTestCatalog, rawBrand, type TestCatalog } from '../../../testing/catalog/cache.ts'
import { findNova, nova, novaAndRoamer } from '../../../testing/catalog/nova.ts'
import { ask, findSlugs, page, type SearchQuery } from '../../../testing/catalog/search.ts'

let catalog: TestCatalog
beforeEach(() => {
  catalog = openTestCatalog()
  catalog.write(novaAndRoamer)
})
afterEach(() => catalog.dispose())

const slugs = (more: Partial<SearchQuery>): string[] => findSlugs(catalog.db, more)
const found = (text: string, more?: Partial<SearchQuery>): string => findNova(catalog.db, text, more)

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
  for (const more of [{}, { text: 'roamer' }, { unlimited: true }, { type: 'esim' }] satisfies Partial<SearchQuery>[]) {
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
