import { hash } from 'node:crypto'
import type { WritableDb } from '../../db/connections.ts'
import { searchWords, type PlaceNamer } from './search-words.ts'
import {
  indexShelf,
  readShelf,
  readShelfNotes,
  summarizeBrand,
  summarizeShelf,
  writeSearchTerms,
} from './shelves-repository.ts'

/** Updates the counts and words of `shelves`, with their brands and the search index. */
export function writeShelves(db: WritableDb, shelves: Iterable<number>, places: PlaceNamer): void {
  const brands = new Set<number>()
  let isIndexChanged = false
  for (const id of shelves) {
    const shelf = readShelf(db, id)
    brands.add(shelf.brandId)
    if (!summarizeShelf(db, shelf)) {
      isIndexChanged = true
      continue
    }
    const words = searchWords(shelf.brand, shelf, readShelfNotes(db, id), places)
    const digest = hash('sha1', JSON.stringify(words), 'base64')
    if (digest === shelf.words) continue
    indexShelf(db, shelf, words, digest)
    isIndexChanged = true
  }
  for (const id of brands) summarizeBrand(db, id)
  if (isIndexChanged) writeSearchTerms(db)
}
