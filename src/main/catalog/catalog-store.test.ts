import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readCatalogState } from './catalog-state-repository.ts'
import { openCatalogStore } from './catalog-store.ts'
import { openTestCatalog, rawBrand, rawVariant, type TestCatalog } from '../../testing/catalog/cache.ts'
import { soon } from '../../testing/soon.ts'

let catalog: TestCatalog
beforeEach(() => {
  catalog = openTestCatalog()
  catalog.write([{ productType: 'topup', brands: [rawBrand('Nova', 1, [rawVariant('A'), rawVariant('B')])] }])
  catalog.db.pragma('wal_checkpoint(TRUNCATE)')
})
afterEach(() => catalog.dispose())

/** Overwrites everything after the first page, like a failing disk. */
function damage(): void {
  const file = openSync(catalog.file, 'r+')
  writeSync(file, Buffer.alloc(fstatSync(file).size - 16_384, 7), 0, undefined, 16_384)
  closeSync(file)
}

it('replaces a damaged file at once, and notifies', async () => {
  const onRenewed = vi.fn()
  const store = openCatalogStore(catalog.file, onRenewed)
  damage()
  expect(store.use(readCatalogState)).toMatchObject({ refreshedAt: null, variants: 0 })
  await vi.waitFor(() => expect(onRenewed).toHaveBeenCalledOnce(), soon)
  store.close()
})

it('shows an empty catalog if a lent file is damaged, and never replaces it under its writer', async () => {
  const store = openCatalogStore(catalog.file, () => undefined)
  const { ino } = statSync(catalog.file)
  await store.withExternalWriter(async () => {
    damage()
    expect(store.use(readCatalogState)).toMatchObject({ refreshedAt: null, variants: 0 })
    expect(statSync(catalog.file).ino).toBe(ino)
    await Promise.resolve()
  })
  expect(store.use(readCatalogState)).toMatchObject({ refreshedAt: null, variants: 0 })
  store.close()
})
