import { z } from 'zod'
import type { BrandTileView } from '../../../shared/catalog/views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { anywhere } from '../shelf.ts'
import { readTile } from './brands-repository.ts'
import { withoutCommonWords } from '../../../shared/search/common-words.ts'
import { fold } from '../../../shared/search/fold.ts'

/** Names that share fewer pairs of letters look alike by chance. */
const LEAST_LIKENESS = 0.4
const LEAST_LETTERS = 3
/** Of two alike, one is longer by at most this share of its letters. */
const MOST_LONGER = 0.25

const rows = z.array(z.object({ slug: z.string(), name: z.string(), here: z.int() }))

/**
 * Returns at most `most` brands with a name like a text that found nothing: those named exactly so, then those sold in `country` (ISO
 * alpha-2), the most similar first.
 */
export function readNearestBrands(db: ReadableDb, text: string, country: string | null, most: number): BrandTileView[] {
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
  const typed = partsOf(text)
  const similar = all
    .map((brand) => ({ ...brand, likeness: likenessOf(typed, brand.name) }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .sort((a, b) => Number(b.likeness === 1) - Number(a.likeness === 1) || b.here - a.here || b.likeness - a.likeness)
    .slice(0, most)
  const tiles = similar.map(({ slug, here }) => readTile(db, slug, here === 1 ? iso2 : null))
  return tiles.filter((tile) => tile !== null)
}

/** A text or a word of it, folded. */
interface Part {
  readonly text: string
  readonly pairs: ReadonlySet<string>
}

/** Returns the whole text and each of its words that names something. */
function partsOf(text: string): Part[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set([words.join(' '), ...withoutCommonWords(words)])]
    .filter((part) => part.length >= LEAST_LETTERS && /\p{L}/u.test(part))
    .map((text) => ({ text, pairs: pairsOf(text) }))
}

/**
 * Returns the likeness of a typed text to a name, from 0 to 1: the largest of Dice's coefficients of their pairs of letters, as wholes or
 * by word. Parts with another first letter, which people rarely mistype, or of another length are not alike.
 */
function likenessOf(typed: readonly Part[], name: string): number {
  const named = partsOf(name)
  const likenesses = typed.flatMap((one) =>
    named.map((other) => (mayBeAlike(one, other) ? dice(one.pairs, other.pairs) : 0)),
  )
  return Math.max(0, ...likenesses)
}

function mayBeAlike(one: Part, other: Part): boolean {
  const [short = 0, long = 0] = [one.text.length, other.text.length].sort((a, b) => a - b)
  return one.text.charAt(0) === other.text.charAt(0) && long - short <= long * MOST_LONGER
}

function dice(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length
  return (2 * shared) / (one.size + other.size)
}

const pairsOf = (letters: string): Set<string> =>
  new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)))
