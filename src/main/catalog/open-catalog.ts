import { catalogMigrations } from '../db/migrations/catalog.ts'
import { openCache } from '../db/open-cache.ts'
import type { WritableDb } from '../db/connections.ts'
import { fold } from './search/fold.ts'

/** Opens the catalog's file, or creates it; large pages take its long rows in a tenth less time. Its SQL may `fold` text. */
export function openCatalog(file: string): WritableDb {
  const db = openCache(file, catalogMigrations, { pageBytes: 16_384 })
  return db.function('fold', { deterministic: true }, (text) => fold(String(text)))
}
