import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { browseInput } from '../../../shared/catalog/views.ts'
import type { WritableDb } from '../../db/connections.ts'
import { readCatalogState } from '../catalog-state-repository.ts'
import { openCatalog } from '../open-catalog.ts'
import { searchProducts } from '../search/products-repository.ts'
import { openTestCatalog, price, rawBrand, rawVariant, type TestCatalog } from '../../../testing/catalog/cache.ts'
import { readVariant } from '../variants-repository.ts'
import { openJsonFile } from './json-file.ts'
import { outlineCatalog } from './outline-catalog.ts'
import { writeCatalog } from './write-catalog.ts'

let catalog: TestCatalog
beforeEach(() => {
  catalog = openTestCatalog()
  catalog.write(groups('yesterday'))
})
afterEach(() => catalog.dispose())

const brandNames = ['Nova', 'Orbit', 'Zephyr']
const groups = (day: string, more: Record<string, unknown> = {}) => [
  {
    productType: 'topup',
    brands: brandNames.map((name, at) =>
      rawBrand(name, at, [
        ...Array.from({ length: 40 }, (_, index) => rawVariant(`${name}_${index}-I`)),
        rawVariant(`${name}_${day}-I`, { categories: [day] }),
        rawVariant(`${name}_LAST-I`, more),
      ]),
    ),
  },
]

/** Writes today's catalog; `onBrand` is called after each brand. */
function writeToday(onBrand: () => void): void {
  const file = join(catalog.folder, 'today.json')
  writeFileSync(file, JSON.stringify({ products: groups('today') }))
  const input = { files: [file], countries: [], etags: {}, source: 'service', refreshedAt: Date.UTC(2030, 0, 2) }
  writeCatalog(catalog.db, input, onBrand)
}

/** Returns what a reader finds of either day, by words and by SKU, and the catalog's time. */
function changes(db: WritableDb): (number | string | null)[] {
  const countOf = (day: string): number =>
    brandNames.filter((name) => readVariant(db, `${name}_${day}-I`) !== null).length
  const find = (text: string): number =>
    searchProducts(db, { ...browseInput.parse({ text }), sort: 'best' }, { offset: 0, limit: 9 }).products.length
  const days = ['yesterday', 'today']
  return [...days.map(find), ...days.map(countOf), readCatalogState(db).refreshedAt]
}
const yesterday = [3, 0, 3, 0, '2030-01-01T00:00:00.000Z']

it('a reader sees yesterday’s catalog until all of today’s is there', () => {
  const reader = openCatalog(catalog.file)
  const seen: unknown[] = []
  writeToday(() => seen.push(changes(reader)))
  expect(seen).toEqual([yesterday, yesterday, yesterday])
  expect(changes(reader)).toEqual([0, 3, 0, 3, '2030-01-02T00:00:00.000Z'])
  reader.close()
})

it('keeps yesterday’s catalog complete after a failure midway', () => {
  let brands = 0
  const breakOff = (): void => {
    if (++brands === 2) throw new Error('The disk is full')
  }
  expect(() => writeToday(breakOff)).toThrow('The disk is full')
  expect(changes(catalog.db)).toEqual(yesterday)
})

it('writes only what changed', () => {
  const rows = (): number => Number(catalog.db.prepare('SELECT total_changes()').pluck().get())
  const written = (work: () => void): number => {
    const before = rows()
    work()
    return rows() - before
  }
  // The check itself, and its time.
  expect(written(() => catalog.write(groups('yesterday')))).toBeLessThanOrEqual(3)
  const dearer = { price: price('MXN', '110.00', '6.05') }
  const changed = written(() => catalog.write(groups('yesterday', dearer)))
  expect(changed).toBeGreaterThanOrEqual(brandNames.length)
  expect(changed).toBeLessThan(100)
})

it('skips and counts a variant of more than a megabyte', () => {
  const huge = rawVariant('HUGE-I', { notes: 'x'.repeat(1_100_000) })
  catalog.write([{ productType: 'topup', brands: [rawBrand('Nova', 0, [huge, rawVariant('GOOD-I')])] }])
  expect(readCatalogState(catalog.db)).toMatchObject({ variants: 1, skipped: 1 })
})

it('keeps only the positions of a large catalog’s variants in memory', () => {
  const file = join(catalog.folder, 'large.json')
  const text = JSON.stringify(Array.from({ length: 1000 }, (_, index) => rawVariant(`LARGE_${index}-I`)))
  writeFileSync(file, '{"products":[{"productType":"topup","brands":[')
  for (let at = 0; at < 200; at++)
    appendFileSync(file, `${at > 0 ? ',' : ''}{"brandName":"Large ${at}","variants":${text}}`)
  appendFileSync(file, ']}]}')
  const large = openJsonFile(file)
  const before = process.memoryUsage()
  const { brands } = outlineCatalog(large)
  const after = process.memoryUsage()
  large.close()
  expect(brands).toHaveLength(200)
  expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(text.length * 100)
})
