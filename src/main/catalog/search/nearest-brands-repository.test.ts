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

const nearest = (text: string, country: string | null = null, most = 3): string[] =>
  readNearestBrands(catalog.db, text, country, most).map(({ name }) => name)

it('names brands with a similar name, and no others', () => {
  expect(nearest('steemworx')).toEqual(['Steamworks'])
  expect(nearest('arkade')).toEqual(['Pixelforge Arcade'])
  expect(nearest('orbitta movill', null, 1)).toEqual(['Órbita Móvil'])
  expect(nearest('netflix')).toEqual([])
})

it('calls no name similar that is much shorter, or begins with another letter', () => {
  for (const text of ['casino royale', 'the', 'for 25', 'sephyr', 'vasa'])
    expect([text, nearest(text)]).toEqual([text, []])
})

it('names the brand of exactly that name first, then those sold in the country', () => {
  expect(nearest('zefyr', 'co')).toEqual(['Zephyr'])
  expect(nearest('zephyr zteamworks steamwork', 'CO')).toEqual(['Zephyr', 'Steamworks'])
})

it.each(['', ' ', '"', '%', '😀', 'a'])('answers %j without a brand', (text) => {
  expect(nearest(text)).toEqual([])
})
