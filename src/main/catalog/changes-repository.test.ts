import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeView } from '../../shared/catalog-views.ts'
import { readChanges } from './changes-repository.ts'
import { openTestCatalog, price, rawBrand, rawVariant, type TestCatalog } from './test-cache.ts'

const page = { offset: 0, limit: 60 }

let catalog: TestCatalog
beforeEach(() => void (catalog = openTestCatalog()))
afterEach(() => catalog.dispose())

describe('what changed', () => {
  const of = (...variants: readonly (readonly [sku: string, coins: string])[]) => [
    {
      productType: 'topup',
      brands: [
        rawBrand(
          'Nova',
          1,
          variants.map(([sku, coins]) => rawVariant(sku, { price: price('EUR', '5', coins) })),
        ),
      ],
    },
  ]
  const at = (day: number): number => Date.UTC(2031, 0, day)
  const told = (since: number) => readChanges(catalog.db, since, null, page)

  it('tells what is new, gone, cheaper and dearer since, against the price that was seen', () => {
    catalog.write(of(['A', '10'], ['B', '10'], ['C', '10']), at(1))
    catalog.write(of(['A', '9'], ['B', '10.01'], ['D', '4']), at(2))
    catalog.write(of(['A', '11'], ['B', '10.01'], ['D', '5'], ['E', '1']), at(3))
    catalog.write(of(['A', '11'], ['B', '10.01'], ['D', '5']), at(4))
    const { counts, changes } = told(at(1))
    expect(counts).toEqual({ added: 1, gone: 1, cheaper: 0, dearer: 1 })
    expect(changes.map(({ kind, before, product }) => [kind, before, product.sku])).toEqual([
      ['added', null, 'D'],
      ['dearer', '10', 'A'],
      ['gone', '10', 'C'],
    ])
    for (const change of changes) changeView.parse(change)
    expect(told(at(2)).counts).toEqual({ added: 0, gone: 0, cheaper: 0, dearer: 2 })
    expect(told(at(4)).changes).toEqual([])
    expect(readChanges(catalog.db, at(1), 'gone', page).changes).toHaveLength(1)
  })

  it('a first catalog is no news, and what is long past is forgotten', () => {
    const fresh = openTestCatalog()
    fresh.write(of(['A', '10']), at(1))
    expect(readChanges(fresh.db, 0, null, page).changes).toEqual([])
    fresh.write(of(['A', '10'], ['B', '10']), at(2))
    fresh.write(of(['A', '10'], ['B', '10']), at(100))
    expect(readChanges(fresh.db, 0, null, page).changes).toEqual([])
    fresh.dispose()
  })
})
