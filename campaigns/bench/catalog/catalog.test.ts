import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeCatalog } from '../../../src/main/catalog/refresh/write-catalog.ts'
import { openCatalog } from '../../../src/main/catalog/open-catalog.ts'
import { writeCatalogData } from './data.ts'
import { benchKinds } from './kinds.ts'
import { benchFloor, readAll } from './peers.ts'
import queries from './queries.json' with { type: 'json' }
import { benchSearch } from './search.ts'

let folder: string
const at = (name: string): string => join(folder, name)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-bench-test-'))
  writeCatalogData(at('all.json'), { variants: 5000 })
})
afterAll(() => rmSync(folder, { recursive: true }))

it('the catalog has the requested size, is the same every time, and differs by the changed share', () => {
  writeCatalogData(at('again.json'), { variants: 5000 })
  writeCatalogData(at('changed.json'), { variants: 5000, changed: 0.01 })
  expect(readFileSync(at('again.json')).equals(readFileSync(at('all.json')))).toBe(true)
  const [before, after] = [readAll(at('all.json')), readAll(at('changed.json'))]
  expect(before).toHaveLength(5000)
  expect(new Set(before.map(({ sku }) => sku)).size).toBe(5000)
  const changed = after.filter(({ price }, index) => price.stableCoinValue !== before[index]?.price.stableCoinValue)
  expect(changed.length / 5000).toBeCloseTo(0.01, 2)
})

it('nearly all of 200 different queries find something, and every figure is a number', { timeout: 90_000 }, () => {
  const db = openCatalog(at('till.db'))
  writeCatalog(db, { files: [at('all.json')], countries: [], etags: {}, source: 'bench', refreshedAt: 1 })
  db.close()
  const { search, bare, timesBare, brands, facets, found } = benchSearch(at('till.db'))
  expect(new Set(queries).size).toBe(200)
  expect(found).toBeGreaterThan(180)
  const figures = [search, bare, brands, facets].flatMap(({ p50, p95 }) => [p50, p95])
  for (const figure of [...figures, timesBare, benchFloor(at('all.json'), at('floor.db'))])
    expect(figure).toBeGreaterThan(0)
})

it('measures every kind of query beside the plain one', { timeout: 90_000 }, () => {
  const figures = Object.values(benchKinds(at('till.db')))
  expect(figures).toHaveLength(4)
  for (const { till, plain, timesPlain } of figures) expect(Math.min(till, plain, timesPlain)).toBeGreaterThan(0)
})
