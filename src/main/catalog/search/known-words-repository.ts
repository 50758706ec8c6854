import { z } from 'zod'
import type { ReadableDb } from '../../db/connections.ts'
import type { Known } from './typed-money.ts'

const list = z.array(z.string())
const found = z.int().optional()

/** Returns the end of the range of all words that begin with `word`. */
export const after = (word: string): string => `${word}\u{10ffff}`

/** Returns whether any word of the catalog begins with the folded `letters`. */
export function hasBegun(db: ReadableDb, letters: string): boolean {
  const sql = 'SELECT 1 FROM search_terms WHERE term >= ? AND term < ? LIMIT 1'
  return found.parse(db.prepare(sql).pluck().get(letters, after(letters))) !== undefined
}

/** Returns at most `most` words of the catalog that begin with the folded `letters`. */
export function readBegun(db: ReadableDb, letters: string, most: number): string[] {
  const sql = 'SELECT term FROM search_terms WHERE term >= ? AND term < ? LIMIT ?'
  return list.parse(db.prepare(sql).pluck().all(letters, after(letters), most))
}

/** Returns whether any word of the products' notes begins with the folded `letters`. */
export function isInNotes(db: ReadableDb, letters: string): boolean {
  const sql = "SELECT 1 FROM shelf_vocabulary WHERE term >= ? AND term < ? AND col = 'notes' LIMIT 1"
  return found.parse(db.prepare(sql).pluck().get(letters, after(letters))) !== undefined
}

/** Returns whether a folded word is one for a kind or a category of products. */
export function isKind(db: ReadableDb, word: string): boolean {
  const sql = "SELECT 1 FROM shelf_vocabulary WHERE term = ? AND col IN ('kind', 'category') LIMIT 1"
  return found.parse(db.prepare(sql).pluck().get(word)) !== undefined
}

/** Returns the current catalog's knowledge of words and currencies. */
export function knownIn(db: ReadableDb): Known {
  const sold = `SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM shelves WHERE fiat_currency = value) ORDER BY key`
  const word = 'SELECT 1 FROM search_terms WHERE term = ?'
  return {
    sold: (currencies) => list.parse(db.prepare(sold).pluck().all(JSON.stringify(currencies))),
    hasWord: (text) => found.parse(db.prepare(word).pluck().get(text)) !== undefined,
    hasBegun: (letters) => hasBegun(db, letters),
  }
}
