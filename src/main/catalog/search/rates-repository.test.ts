import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestCatalog, price, rawBrand, rawVariant, type TestCatalog } from '../../../testing/catalog/cache.ts'
import { readRate, readRates } from './rates-repository.ts'

let catalog: TestCatalog
beforeEach(() => void (catalog = openTestCatalog()))
afterEach(() => catalog.dispose())

/** Writes a shelf for each rate: 100 of the currency cost 100 / rate coins. */
function write(rates: Readonly<Record<string, readonly number[]>>): void {
  const brands = Object.entries(rates).flatMap(([currency, list]) =>
    list.map((rate, index) => {
      const variant = rawVariant(`${currency}${index}`, { price: price(currency, '100', (100 / rate).toFixed(9)) })
      return rawBrand(`${currency} ${index}`, index, [variant])
    }),
  )
  catalog.write([{ productType: 'topup', brands }])
}

const rate = fc.double({ min: 0.5, max: 2000, noNaN: true })

it('is the median of the shelves of each currency, with and without the others', () => {
  fc.assert(
    fc.property(fc.array(rate, { minLength: 1, maxLength: 9 }), fc.array(rate, { maxLength: 5 }), (mxn, eur) => {
      write({ MXN: mxn, EUR: eur })
      const median = (list: readonly number[]): number | null =>
        list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? null
      const found = readRates(catalog.db)
      for (const [currency, list] of [['MXN', mxn] as const, ['EUR', eur] as const]) {
        const expected = median(list)
        expect(found[currency] ?? null).toEqual(expected === null ? null : expect.closeTo(expected, 3))
        expect(readRate(catalog.db, currency)).toBe(found[currency] ?? null)
      }
    }),
    { numRuns: 25 },
  )
})

it('stays among the honest shelves, however mistyped the prices of fewer shelves are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 18, max: 20, noNaN: true }), { minLength: 3, maxLength: 9 }),
      fc.array(fc.constantFrom(0.000_019, 19e6), { maxLength: 2 }),
      (honest, mistyped) => {
        write({ MXN: [...honest, ...mistyped] })
        expect(readRate(catalog.db, 'MXN')).toBeGreaterThan(17.99)
        expect(readRate(catalog.db, 'MXN')).toBeLessThan(20.01)
      },
    ),
    { numRuns: 25 },
  )
})

it('knows nothing of a currency that the catalog does not use, and of an empty catalog', () => {
  expect(readRates(catalog.db)).toEqual({})
  write({ MXN: [19] })
  expect(readRate(catalog.db, 'EUR')).toBeNull()
})
