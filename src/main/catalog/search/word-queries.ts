/** FTS5 queries (https://sqlite.org/fts5.html#full_text_query_syntax) for typed words. */
export interface WordQueries {
  /** Matches every word as a prefix, in any column. */
  readonly matching: string
  /** Ever weaker matches, the best first; what matches in none of them comes last. */
  readonly tiers: readonly string[]
}

// A whole name is the best match, then its prefix, then a kind, then a region, then a category; words of notes are incidental.
const tiers: readonly (readonly [columns: string, whole: boolean])[] = [
  ['brand', true],
  ['country', true],
  ['brand country', true],
  ['brand', false],
  ['country', false],
  ['brand country', false],
  ['brand country kind', true],
  ['brand country kind', false],
  ['brand country kind area', false],
  ['brand country kind category area', false],
]

/** In this tier, plans match by one of their many countries or a region: none of them is meant more than another. */
export const AREA_TIER = tiers.findIndex(([columns]) => columns.endsWith(' area'))

/** Returns the queries for words, each with alternatives; null without words. */
export function wordQueries(words: readonly (readonly string[])[]): WordQueries | null {
  if (words.length === 0) return null
  // Quoted, so that typed text is never query syntax.
  const query = (end: string): string =>
    words
      .map((alternatives) => `(${alternatives.map((word) => `"${word.replaceAll('"', '')}"${end}`).join(' OR ')})`)
      .join(' AND ')
  const [whole, begun] = [query(''), query('*')]
  return { matching: begun, tiers: tiers.map(([columns, full]) => `{${columns}} : (${full ? whole : begun})`) }
}
