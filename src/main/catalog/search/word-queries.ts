/** FTS5 queries (https://sqlite.org/fts5.html#full_text_query_syntax) for words that were typed. */
export interface WordQueries {
  /** Every word begun, in any column. */
  readonly matching: string
  /** Ever weaker ways to match, the best first; what matches in none of them comes last. */
  readonly tiers: readonly string[]
}

// A name in full says most, then its beginning, then a kind; what else a product mentions is incidental.
const tiers: readonly (readonly [columns: string, whole: boolean])[] = [
  ['brand', true],
  ['country', true],
  ['brand country', true],
  ['brand', false],
  ['country', false],
  ['brand country', false],
  ['brand country kind', true],
  ['brand country kind', false],
]

/** The queries for words, each of which any of its alternatives stands for; null where there is no word. */
export function wordQueries(words: readonly (readonly string[])[]): WordQueries | null {
  if (words.length === 0) return null
  // Quoted, so that nothing typed is ever syntax.
  const query = (end: string): string =>
    words
      .map((alternatives) => `(${alternatives.map((word) => `"${word.replaceAll('"', '')}"${end}`).join(' OR ')})`)
      .join(' AND ')
  const [whole, begun] = [query(''), query('*')]
  return { matching: begun, tiers: tiers.map(([columns, full]) => `{${columns}} : (${full ? whole : begun})`) }
}
