import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestCatalog, rawBrand, rawVariant, type TestCatalog } from '../../../testing/catalog/cache.ts'
import { readNearestBrands } from './nearest-brands-repository.ts'

let catalog: TestCatalog
beforeEach(() => {
  catalog = openTestCatalog()
  const names = ['Órbita Móvil', 'Steamworks', 'Zephyr', 'Pixelforge Arcade', 'Casa']
  catalog.write([
    {
      productType: 'gift_card',
      brands: names.map((name, index) =>
        rawBrand(name, index + 1, [
          rawVariant(`${name}_MX-I`),
          ...(name === 'Zephyr' ? [] : [rawVariant(`${name}_CO-I`, { country: 'CO' })]),
        ]),
      ),
    },
  ])
})
afterEach(() => catalog.dispose())

const nearest = (text: string, country: string | null = null, most = 3) => {
  const { brands, similar } = readNearestBrands(catalog.db, text, country, most)
  return [brands.map(({ name }) => name), similar]
}

it('names brands with a similar name first, and fills up in the service’s order', () => {
  expect(nearest('steemworx')).toEqual([['Steamworks', 'Órbita Móvil', 'Zephyr'], 1])
  expect(nearest('arkade')).toEqual([['Pixelforge Arcade', 'Órbita Móvil', 'Steamworks'], 1])
  expect(nearest('orbitta movill', null, 1)).toEqual([['Órbita Móvil'], 1])
})

it('calls no name similar that is much shorter, or begins with another letter', () => {
  for (const text of ['casino royale', 'the', 'for 25', 'sephyr', 'vasa'])
    expect([text, nearest(text)[1]]).toEqual([text, 0])
})

it('offers what is sold in the country if nothing is similar, and similar brands of others', () => {
  expect(nearest('xyz', 'CO', 5)).toEqual([['Órbita Móvil', 'Steamworks', 'Pixelforge Arcade', 'Casa'], 0])
  expect(nearest('zefyr', 'co', 2)).toEqual([['Zephyr', 'Órbita Móvil'], 1])
})

it.each(['', ' ', '"', '%', '😀', 'a'])('answers %j without a similar brand', (text) => {
  expect(nearest(text)[1]).toBe(0)
})
