import { expect, test } from 'vitest'
import { productRowView } from '../../../../shared/catalog/views.ts'
import { plausible } from '../../../../testing/plausible.ts'
import { usualAmountsFirst } from './usual-amounts.ts'

const shelf = (brandSlug: string, amounts: readonly string[]) =>
  amounts.map((fiatValue) => plausible(productRowView, { sku: brandSlug + fiatValue, brandSlug, price: { fiatValue } }))
const order = (...shelves: ReturnType<typeof shelf>[]): string[] =>
  usualAmountsFirst(shelves.flat()).map(({ sku }) => sku)

test('of a long shelf, the round amounts in its middle come first', () => {
  const amounts = ['10', '20', '30', '50', '80', '100', '150', '200', '300', '500']
  expect(order(shelf('a', amounts)).slice(0, 4).toSorted()).toEqual(['a100', 'a20', 'a200', 'a50'].toSorted())
  expect(order(shelf('a', amounts))).toHaveLength(10)
})

test('brands keep their order, and odd amounts are still there', () => {
  expect(order(shelf('b', ['7', '5.00']), shelf('a', ['3']))).toEqual(['b5.00', 'b7', 'a3'])
  expect(order()).toEqual([])
})
