import fc from 'fast-check'
import { expect, test } from 'vitest'
import { browseInput, dataSizes, sorts, validities } from '../../../shared/catalog/views.ts'
import * as address from './shop-address.ts'

const { readChosen, readPrice, readView, writePrice } = address

test('lists the same values as the contract', () => {
  expect([address.dataSizes, address.validities, address.sorts]).toEqual([dataSizes, validities, sorts])
})

test('reads a price range as it was written', () => {
  const bound = fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => Math.round(value * 100) / 100))
  fc.assert(
    fc.property(fc.constantFrom('EUR', 'MXN'), bound, bound, (currency, from, to) => {
      const range = { currency, from, to }
      expect(readPrice(writePrice(range))).toEqual(from === null && to === null ? null : range)
    }),
  )
})

test('reads only valid questions from any URL', () => {
  const query = fc.dictionary(
    fc.constantFrom(...address.shopFilters, 'sort', 'view'),
    fc.oneof(fc.string(), fc.constant(null)),
  )
  fc.assert(
    fc.property(query, (given) => {
      const chosen = readChosen(given)
      const input = { ...chosen, price: readPrice(chosen.price), unlimited: chosen.unlimited !== null }
      expect(browseInput.safeParse(input).success).toBe(true)
      expect(sorts).toContain(address.readSort(given))
    }),
  )
})

test('shows products for prices and values, both for text, and brands otherwise', () => {
  expect(readView({ sort: 'perGB' }, '', null)).toBe('products')
  expect(readView({}, 'lumo', null)).toBe('both')
  expect(readView({ sort: 'name' }, '', null)).toBe('brands')
  expect(readView({ sort: 'price', view: 'brands' }, 'lumo', null)).toBe('brands')
})

test('shows the remembered view unless the sort or the URL sets another', () => {
  expect(readView({}, '', 'products')).toBe('products')
  expect(readView({}, 'lumo', 'brands')).toBe('brands')
  expect(readView({ sort: 'price' }, '', 'brands')).toBe('products')
  expect(readView({ view: 'both' }, 'lumo', 'products')).toBe('both')
})
