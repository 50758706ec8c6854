import { catalogMigrations } from '../db/migrations/catalog.ts'
import { openCache } from '../db/open-cache.ts'
import type { WritableDb } from '../db/connections.ts'
import { fold } from '../../shared/search/fold.ts'

/** Opens or creates the catalog file. Large pages make its long rows a tenth faster. Adds the SQL function `fold`. */
export function openCatalog(file: string): WritableDb {
  const db = openCache(file, catalogMigrations, { pageBytes: 16_384 })
  return db.function('fold', { deterministic: true }, (text) => fold(String(text)))
}
