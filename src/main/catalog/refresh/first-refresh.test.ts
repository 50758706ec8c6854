import { expect, it } from 'vitest'
import { readCatalogState } from '../catalog-state-repository.ts'
import { openTestCatalog, rawBrand, rawVariant } from '../../../testing/catalog/cache.ts'

it('a first refresh gives the same catalog as one over yesterday’s', () => {
  const twice = rawVariant('TWICE-I')
  const products = [
    { productType: 'topup', brands: [rawBrand('Nova', 1, [twice, rawVariant('OTHER-I', { country: 'BR' })])] },
    {
      productType: 'topup',
      brands: [rawBrand('Nova', 1, [twice, rawVariant('TWICE-I', { country: 'CO' }), rawVariant('NEW-I')]), 'none'],
    },
  ]
  const [first, later] = [openTestCatalog(), openTestCatalog()]
  later.write([{ productType: 'topup', brands: [rawBrand('Zephyr', 1, [rawVariant('GONE-I')])] }])
  for (const each of [first, later]) each.write(products)
  const changes = [first, later].map(({ db }) => [
    readCatalogState(db),
    db.prepare('SELECT sku, digest, body FROM variants ORDER BY sku').all(),
    db.prepare('SELECT key, variants, least_coin, words FROM shelves ORDER BY key').all(),
    db.prepare('SELECT kind, value, sum(variants) FROM shelf_tags GROUP BY kind, value').all(),
    db.prepare('SELECT term FROM search_terms ORDER BY term').pluck().all(),
  ])
  for (const each of [first, later]) each.dispose()
  expect(changes[0]).toEqual(changes[1])
  expect(changes[0]?.[0]).toMatchObject({ variants: 3, skipped: 2 })
  expect(changes[0]?.[2]).toHaveLength(2)
})
