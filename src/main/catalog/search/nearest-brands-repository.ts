import { z } from 'zod'
import type { BrandTileView } from '../../../shared/catalog/views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { anywhere } from '../shelf.ts'
import { readTile } from './brands-repository.ts'
import { fold } from './fold.ts'

/** Names that share fewer pairs of letters look alike by chance. */
const LEAST_LIKENESS = 0.3

const rows = z.array(z.object({ slug: z.string(), name: z.string(), here: z.int() }))

export interface NearestBrands {
  /** Brands with a similar name, the most similar first, then others in the service's order. */
  readonly brands: readonly BrandTileView[]
  /** How many of them have a similar name. */
  readonly similar: number
}

/** Returns at most `most` brands for a text that found nothing: by similar names, else what is sold in `country` (ISO alpha-2, null for all). */
export function readNearestBrands(db: ReadableDb, text: string, country: string | null, most: number): NearestBrands {
  const iso2 = country?.toUpperCase() ?? null
  const all = rows.parse(
    db
      .prepare(
        `SELECT b.slug, b.name, :iso2 IS NULL OR EXISTS (SELECT 1 FROM shelves s JOIN shelf_tags t ON t.shelf_id = s.id
             AND t.kind = 'country' AND t.value IN (:iso2, '${anywhere}') WHERE s.brand_id = b.id) AS here
         FROM brands b ORDER BY b.position, b.name, b.slug`,
      )
      .all({ iso2 }),
  )
  const typed = pairsOf(text)
  const similar = all
    .map((brand) => ({ ...brand, likeness: likenessOf(typed, brand.name) }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.here - a.here || b.likeness - a.likeness)
    .slice(0, most)
  const slugs = new Set(similar.map(({ slug }) => slug))
  const others = all.filter(({ slug, here }) => here === 1 && !slugs.has(slug)).slice(0, most - similar.length)
  const tiles = [...similar, ...others].map(({ slug, here }) => readTile(db, slug, here === 1 ? iso2 : null))
  return { brands: tiles.filter((tile) => tile !== null), similar: similar.length }
}

/** Returns the likeness of a text to a name or to one of its words, from 0 to 1: Dice's coefficient of their pairs of letters. */
function likenessOf(typed: ReadonlySet<string>, name: string): number {
  return Math.max(
    ...[name, ...name.split(/\s+/)].map((part) => {
      const pairs = pairsOf(part)
      const shared = [...pairs].filter((pair) => typed.has(pair)).length
      return shared === 0 ? 0 : (2 * shared) / (pairs.size + typed.size)
    }),
  )
}

function pairsOf(text: string): Set<string> {
  const letters = fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)))
}
