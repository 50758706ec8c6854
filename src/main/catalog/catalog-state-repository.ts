import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

export interface CatalogState {
  readonly refreshedAt: string | null
  readonly brands: number
  readonly variants: number
  readonly skipped: number
}

const stateRow = z.object({
  refreshed_at: z.int().nullable(),
  skipped: z.int().nullable(),
  brands: z.int(),
  variants: z.int(),
})
const wordsRow = z.string().optional()
const text = z.string()
const etagsRow = z.record(z.string(), z.string())

/** Returns the catalog's refresh time and counts; all zero before the first refresh. */
export function readCatalogState(db: ReadableDb): CatalogState {
  const { refreshed_at, skipped, ...counts } = stateRow.parse(
    db
      .prepare(
        `SELECT (SELECT refreshed_at FROM catalog_state) AS refreshed_at, (SELECT skipped FROM catalog_state) AS skipped,
           (SELECT count(*) FROM brands) AS brands, (SELECT coalesce(sum(variants), 0) FROM shelves) AS variants`,
      )
      .get(),
  )
  return {
    refreshedAt: refreshed_at === null ? null : new Date(refreshed_at).toISOString(),
    skipped: skipped ?? 0,
    ...counts,
  }
}

/** Returns the digest of the country names in the index; undefined before the first refresh. */
export function readWordsDigest(db: ReadableDb): string | undefined {
  return wordsRow.parse(db.prepare('SELECT words FROM catalog_state').pluck().get())
}

export interface NewCatalogState {
  /** The service the catalog belongs to. */
  readonly source: string
  /** Epoch milliseconds. */
  readonly refreshedAt: number
  readonly skipped: number
  readonly words: string
  /** The etag of each part, by country ('' for a whole catalog). */
  readonly etags: Etags
}

export type Etags = Readonly<Record<string, string>>

/** Stores the catalog's service, refresh time and number of skipped entries. */
export function writeCatalogState(db: WritableDb, state: NewCatalogState): void {
  db.prepare(
    `INSERT INTO catalog_state (id, source, refreshed_at, skipped, words, etags)
     VALUES (1, :source, :refreshedAt, :skipped, :words, :etags)
     ON CONFLICT (id) DO UPDATE SET source = :source, refreshed_at = :refreshedAt, skipped = :skipped, words = :words,
       etags = :etags`,
  ).run({ ...state, etags: JSON.stringify(state.etags) })
}

/** Returns the stored etags, with which the service sends only changed parts; none before the first refresh. */
export function readEtags(db: ReadableDb): Etags {
  return etagsRow.parse(JSON.parse(text.parse(db.prepare('SELECT etags FROM catalog_state').pluck().get() ?? '{}')))
}

/** Records that the service still has the same catalog at `refreshedAt` (epoch ms). */
export function confirmCatalog(db: WritableDb, refreshedAt: number): void {
  db.prepare('UPDATE catalog_state SET refreshed_at = ?').run(refreshedAt)
}

/** Empties the catalog if it belongs to another service than `source`. */
export function dropForeignCatalog(db: WritableDb, source: string): void {
  db.transaction(() => {
    if (db.prepare('SELECT 1 FROM catalog_state WHERE source = ?').get(source) !== undefined) return
    const tables = ['shelf_tags', 'variants', 'shelves', 'brands', 'catalog_changes', 'search_terms', 'catalog_state']
    for (const table of tables) db.exec(`DELETE FROM ${table}`)
    db.exec("INSERT INTO shelf_words (shelf_words) VALUES ('delete-all')")
  })()
}
