import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { programOf } from '../../../../scripts/testing/program-of.ts'
import { browseInput } from '../../../shared/catalog/views.ts'
import { openCatalogStore, type CatalogStore } from '../catalog-store.ts'
import { openTestCatalog, rawBrand, rawVariant, type TestCatalog } from '../../../testing/catalog/cache.ts'
import { createFacetCounter, type FacetCounter } from './facet-counter.ts'
import { readFacets } from './facets-repository.ts'

const query = browseInput.parse({})
let catalog: TestCatalog, store: CatalogStore, counter: FacetCounter
beforeEach(() => {
  catalog = openTestCatalog()
  catalog.write([{ productType: 'topup', brands: [rawBrand('Nova', 1, [rawVariant('A'), rawVariant('B')])] }])
  catalog.db.pragma('wal_checkpoint(TRUNCATE)')
  store = openCatalogStore(catalog.file, () => undefined)
  counter = createFacetCounter(store, programOf('facets-worker'))
})
afterEach(async () => {
  await counter.close()
  store.close()
  catalog.dispose()
})

it('counts the same as main, without main', async () => {
  const inMain = vi.spyOn(store, 'use')
  const counted = await counter.count(query, 'USD')
  expect(inMain).not.toHaveBeenCalled()
  expect(counted.total).toBe(2)
  expect(counted).toEqual(readFacets(catalog.db, query, 'USD'))
})

it('includes what was written since the last question', async () => {
  await counter.count(query, null)
  catalog.write([{ productType: 'topup', brands: [rawBrand('Nova', 1, [rawVariant('A')])] }])
  expect(await counter.count(query, null)).toMatchObject({ total: 1 })
})

it('lets main count and replace a damaged file', async () => {
  const file = openSync(catalog.file, 'r+')
  writeSync(file, Buffer.alloc(fstatSync(file).size - 16_384, 7), 0, undefined, 16_384)
  closeSync(file)
  const inMain = vi.spyOn(store, 'use')
  expect(await counter.count(query, null)).toMatchObject({ total: 0 })
  expect(inMain).toHaveBeenCalledOnce()
  expect(await counter.count(query, null)).toMatchObject({ total: 0 })
  expect(inMain).toHaveBeenCalledOnce()
})
