import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import { dataRanges, validityRanges, type Range } from '../amounts.ts'
import type { SearchWords, ShelfNotes } from './search-words.ts'
import { countryTagsOf, readShelfKey, type Shelf } from '../shelf.ts'

const shelfRow = z.object({ id: z.int(), key: z.string(), brand_id: z.int(), brand: z.string(), words: z.string() })
const ids = z.array(z.int())
const lists = z.object({ types: z.string().nullable(), countries: z.string().nullable() })

/** A stored shelf, with its brand. */
export interface StoredShelf extends Shelf {
  readonly id: number
  readonly brandId: number
  readonly brand: string
  /** The source of its words in the index; '' before its first count. */
  readonly words: string
}

export function readShelf(db: ReadableDb, id: number): StoredShelf {
  // A join of the two takes ten times as long for one row.
  const sql = `SELECT s.id, s.key, s.brand_id, s.words,
                 (SELECT CASE name WHEN '' THEN slug ELSE name END FROM brands WHERE id = s.brand_id) AS brand
               FROM shelves s WHERE s.id = ?`
  const { key, brand_id, brand, words } = shelfRow.parse(db.prepare(sql).get(id))
  return { ...readShelfKey(key), id, brandId: brand_id, brand, words }
}

export const readShelfIds = (db: ReadableDb): number[] => ids.parse(db.prepare('SELECT id FROM shelves').pluck().all())

export const readShelvesOf = (db: ReadableDb, brandId: number): number[] =>
  ids.parse(db.prepare('SELECT id FROM shelves WHERE brand_id = ?').pluck().all(brandId))

const within = (column: string, [from, below]: Range): string =>
  `total(${column} >= ${from}${below === Infinity ? '' : ` AND ${column} < ${below}`})`

/** What is counted per shelf besides its variants: kind, value and the counting expression. */
export const countedOfVariants: readonly (readonly [kind: string, value: string, sum: string])[] = [
  ...Object.entries(dataRanges).map(([value, range]) => ['data', value, within('data_gb', range)] as const),
  ...Object.entries(validityRanges).map(([value, range]) => ['validity', value, within('days', range)] as const),
  ['unlimited', 'yes', 'total(unlimited)'],
]
const summaryRow = z
  .tuple([z.int(), z.number().nullable(), z.string().nullable(), z.number().nullable()])
  .rest(z.number().nullable())

const summary = `SELECT count(*), min(coin_value), fiat_value, total(fiat_amount) / nullif(total(coin_value), 0),
  ${countedOfVariants.map(([, , sum]) => sum).join(', ')} FROM variants WHERE shelf_id = ?`

/** Updates a shelf's counts for browsing; deletes an empty shelf. Returns whether it still exists. */
export function summarizeShelf(db: WritableDb, shelf: StoredShelf): boolean {
  const [variants, coin, fiatValue, rate, ...counts] = summaryRow.parse(db.prepare(summary).raw().get(shelf.id))
  if (variants === 0) {
    db.prepare('DELETE FROM shelf_words WHERE rowid = ?').run(shelf.id)
    db.prepare('DELETE FROM shelves WHERE id = ?').run(shelf.id)
    return false
  }
  db.prepare('UPDATE shelves SET variants = ?, least_coin = ?, least_fiat = ?, fiat_per_coin = ? WHERE id = ?').run(
    variants,
    coin,
    fiatValue,
    rate ?? 0,
    shelf.id,
  )
  if (shelf.words !== '') db.prepare('DELETE FROM shelf_tags WHERE shelf_id = ?').run(shelf.id)
  const tag = db.prepare('INSERT OR IGNORE INTO shelf_tags (kind, value, shelf_id, variants) VALUES (?, ?, ?, ?)')
  tag.run('type', shelf.productType, shelf.id, variants)
  for (const value of countryTagsOf(shelf)) tag.run('country', value, shelf.id, variants)
  for (const value of shelf.categories) tag.run('category', value, shelf.id, variants)
  for (const value of shelf.subTypes) tag.run('subType', value, shelf.id, variants)
  for (const [index, [kind, value]] of countedOfVariants.entries()) {
    const count = counts[index] ?? 0
    if (count > 0) tag.run(kind, value, shelf.id, count)
  }
  return true
}

/** Writes a shelf's words to the search index, replacing the previous ones. */
export function indexShelf(db: WritableDb, shelf: StoredShelf, words: SearchWords, digest: string): void {
  if (shelf.words !== '') db.prepare('DELETE FROM shelf_words WHERE rowid = ?').run(shelf.id)
  db.prepare(
    `INSERT INTO shelf_words (rowid, brand, country, kind, category, area, notes)
     VALUES (:id, :brand, :country, :kind, :category, :area, :notes)`,
  ).run({ id: shelf.id, ...words })
  db.prepare('UPDATE shelves SET words = ? WHERE id = ?').run(digest, shelf.id)
}

const noteRows = z.array(z.tuple([z.string(), z.string()]))

/** Reads what the service writes about the products of a shelf, and where they roam. */
export function readShelfNotes(db: ReadableDb, id: number): ShelfNotes {
  const field = (name: string): string => `coalesce(body ->> '$.${name}', '')`
  const sql = `SELECT DISTINCT ${field('shortNotes')} || ' ' || ${field('notes')}, upper(trim(${field('roamingCountryIso2')}))
               FROM variants WHERE shelf_id = ? ORDER BY coin_value, id`
  const rows = noteRows.parse(db.prepare(sql).raw().all(id))
  const roaming = new Set(rows.map(([, iso2]) => iso2).filter((iso2) => /^[A-Z]{2}$/.test(iso2)))
  return { texts: [...new Set(rows.map(([text]) => text))], roaming: [...roaming] }
}

/** Stores every word of the index, for correcting typing errors; notes have too many that name nothing for sale. */
export function writeSearchTerms(db: WritableDb): void {
  db.exec(`DELETE FROM search_terms;
           INSERT INTO search_terms SELECT DISTINCT term FROM shelf_vocabulary WHERE col <> 'notes'`)
}

/** Updates a brand's products and countries; deletes a brand without a shelf. */
export function summarizeBrand(db: WritableDb, id: number): void {
  const sql = `SELECT (SELECT json_group_array(DISTINCT product_type ORDER BY product_type) FROM shelves WHERE brand_id = :id) AS types,
                 (SELECT json_group_array(DISTINCT value ORDER BY value) FROM shelf_tags WHERE kind = 'country' AND value <> '*'
                    AND shelf_id IN (SELECT id FROM shelves WHERE brand_id = :id)) AS countries`
  const { types, countries } = lists.parse(db.prepare(sql).get({ id }))
  if (types === null || types === '[]') db.prepare('DELETE FROM brands WHERE id = ?').run(id)
  else db.prepare('UPDATE brands SET product_types = ?, countries = ? WHERE id = ?').run(types, countries ?? '[]', id)
}
