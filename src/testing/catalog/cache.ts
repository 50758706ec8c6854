import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheMigrations } from '../../main/db/migrations/cache.ts'
import type { WritableDb } from '../../main/db/connections.ts'
import { openDatabase } from '../../main/db/open-database.ts'
import { openCatalog } from '../../main/catalog/open-catalog.ts'
import { writeCatalog } from '../../main/catalog/refresh/write-catalog.ts'

export interface TestCache {
  readonly db: WritableDb
  readonly file: string
  readonly folder: string
  dispose(): void
}

/** Opens a cache in its own temporary folder. */
export function openTestCache(): TestCache {
  const folder = mkdtempSync(join(tmpdir(), 'till-cache-'))
  const file = join(folder, 'cache.db')
  const db = openDatabase(file, cacheMigrations, 'normal')
  const dispose = (): void => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { db, file, folder, dispose }
}

const countries = [
  { iso2: 'MX', iso3: 'MEX', regions: ['Americas', 'North America'] },
  ...['AT', 'DE', 'FR'].map((iso2) => ({ iso2, iso3: '', regions: ['Europe', 'Western Europe'] })),
  { iso2: 'ES', iso3: '', regions: ['Europe', 'Southern Europe'] },
]

export interface TestCatalog extends TestCache {
  /** Writes an answer of the service to the catalog: product groups, or any text. */
  write(products: readonly unknown[] | string, refreshedAt?: number): void
}

/** Opens a catalog in its own temporary folder. */
export function openTestCatalog(): TestCatalog {
  const folder = mkdtempSync(join(tmpdir(), 'till-catalog-'))
  const file = join(folder, 'catalog.db')
  const db = openCatalog(file)
  return {
    db,
    file,
    folder,
    write(products, refreshedAt = Date.UTC(2030, 0, 1)) {
      const answer = join(folder, 'answer.json')
      writeFileSync(answer, typeof products === 'string' ? products : JSON.stringify({ products }))
      writeCatalog(db, { files: [answer], countries, etags: {}, source: 'service', refreshedAt })
    },
    dispose() {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns a variant as a service sends it; `more` replaces fields. */
export function rawVariant(sku: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const price = { fiatCurrency: 'MXN', fiatValue: '100.00', stableCoinCurrency: 'USD', stableCoinValue: '5.50' }
  return {
    id: sku,
    sku,
    country: 'MX',
    price,
    productType: 'topup',
    categories: ['mobile'],
    subTypes: ['airtime'],
    ...more,
  }
}

/** Returns a brand as a service sends it. */
export function rawBrand(
  name: string,
  order: number,
  variants: readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return { brandName: name, brandSlug: name.toLowerCase().replaceAll(' ', '-'), imageUrl: '', order, variants, ...more }
}

/** Returns a price in fiat money and in coins. */
export function price(fiatCurrency: string, fiatValue: string, stableCoinValue: string): Record<string, string> {
  return { fiatCurrency, fiatValue, stableCoinCurrency: 'USD', stableCoinValue }
}
