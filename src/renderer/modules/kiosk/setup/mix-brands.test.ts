import { expect, test } from 'vitest'
import { productRowView } from '../../../../shared/catalog/views.ts'
import { plausible } from '../../../../testing/plausible.ts'
import { mixBrands } from './mix-brands.ts'

const products = (text: string) =>
  [...text].map((brandSlug, index) => plausible(productRowView, { sku: `${brandSlug}${index}`, brandSlug }))
const skus = (text: string, count: number, perBrand: number): string =>
  mixBrands(products(text), count, perBrand)
    .map(({ sku }) => sku)
    .join(' ')

test.each([
  ['aaaabbc', 4, 2, 'a0 a1 b4 b5'],
  ['aaaa', 3, 2, 'a0 a1 a2'],
  ['aab', 5, 1, 'a0 b2 a1'],
  ['', 3, 2, ''],
])('of %j takes %i with at most %i of a brand', (text, count, perBrand, expected) => {
  expect(skus(text, count, perBrand)).toBe(expected)
})
