import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeView } from '../../shared/catalog/views.ts'
import { readChanges, type Own } from './changes-repository.ts'
import { openTestCatalog, price, rawBrand, rawVariant, type TestCatalog } from '../../testing/catalog/cache.ts'

const page = { offset: 0, limit: 60 }

let catalog: TestCatalog
beforeEach(() => void (catalog = openTestCatalog()))
afterEach(() => catalog.dispose())

describe('the list of changes', () => {
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
  const changesSince = (since: number) => readChanges(catalog.db, since, {}, page)

  it('shows new, removed, cheaper and more expensive products against the price last seen', () => {
    catalog.write(of(['A', '10'], ['B', '10'], ['C', '10']), at(1))
    catalog.write(of(['A', '9'], ['B', '10.01'], ['D', '4']), at(2))
    catalog.write(of(['A', '11'], ['B', '10.01'], ['D', '5'], ['E', '1']), at(3))
    catalog.write(of(['A', '11'], ['B', '10.01'], ['D', '5']), at(4))
    const { counts, changes } = changesSince(at(1))
    expect(counts).toEqual({ added: 1, back: 0, gone: 1, cheaper: 0, dearer: 1 })
    expect(changes.map(({ kind, before, product }) => [kind, before, product.sku])).toEqual([
      ['added', null, 'D'],
      ['dearer', '10', 'A'],
      ['gone', '10', 'C'],
    ])
    for (const change of changes) changeView.parse(change)
    expect(changesSince(at(2)).counts).toEqual({ added: 0, back: 0, gone: 0, cheaper: 0, dearer: 2 })
    expect(changesSince(at(4)).changes).toEqual([])
    expect(readChanges(catalog.db, at(1), { kind: 'gone' }, page).changes).toHaveLength(1)
  })

  it('shows products that were missing at the last look and returned, at any price', () => {
    catalog.write(of(['A', '10'], ['B', '10'], ['C', '10']), at(1))
    catalog.write(of(['C', '10']), at(2))
    catalog.write(of(['A', '10.00'], ['B', '12'], ['C', '10'], ['D', '1']), at(3))
    expect(
      changesSince(at(2))
        .changes.map(({ kind, before, product }) => [product.sku, kind, before])
        .sort(),
    ).toEqual([
      ['A', 'back', null],
      ['B', 'back', '10'],
      ['D', 'added', null],
    ])
    // A user who never saw them missing can compare the prices.
    expect(changesSince(at(1)).counts).toMatchObject({ back: 0, added: 1, dearer: 1, gone: 0 })
  })

  it('marks the user’s own products and brands', () => {
    catalog.write(of(['A', '10'], ['B', '10']), at(1))
    catalog.write(of(['A', '9'], ['B', '11'], ['C', '1']), at(2))
    const ask = (own: Own, yours = true) => readChanges(catalog.db, at(1), { yours, own }, page)
    const mine = ask({ skus: ['A', 'none'], brands: [] })
    expect(mine).toMatchObject({ yours: 1, counts: { added: 1, cheaper: 1, dearer: 1 } })
    expect(mine.changes.map(({ product }) => product.sku)).toEqual(['A'])
    expect(ask({ skus: [], brands: ['nova'] })).toMatchObject({ yours: 3, changes: { length: 3 } })
    expect(ask({ skus: ['A'], brands: [] }, false).changes.map(({ product, yours }) => [product.sku, yours])).toEqual(
      expect.arrayContaining([
        ['A', true],
        ['B', false],
        ['C', false],
      ]),
    )
    expect(ask({ skus: [], brands: [] }).changes).toEqual([])
  })

  it('skips a first catalog, and forgets old changes', () => {
    const fresh = openTestCatalog()
    fresh.write(of(['A', '10']), at(1))
    expect(readChanges(fresh.db, 0, {}, page).changes).toEqual([])
    fresh.write(of(['A', '10'], ['B', '10']), at(2))
    fresh.write(of(['A', '10'], ['B', '10']), at(100))
    expect(readChanges(fresh.db, 0, {}, page).changes).toEqual([])
    fresh.dispose()
  })
})
