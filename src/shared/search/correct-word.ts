const MAX_CORRECTIONS = 3

/** Returns the number of typing errors corrected in a word of this length. */
export const typosIn = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2)

/**
 * Returns at most three words of `terms` that `word` may mean (both folded), the nearest first. They differ from it by one letter missing,
 * added, changed or swapped with its neighbour, or by two in words of eight letters or more. An unfinished word must begin and end with
 * the right letter: "pxiel" may become Pixelforge, but "trip" is not Trinidad, and "uber" is not Bermuda.
 */
export function correctWord(word: string, terms: Iterable<string>): string[] {
  const most = typosIn(word.length)
  if (most === 0) return []
  const letters = maskOf(word)
  const found: { term: string; typos: number }[] = []
  for (const term of terms) {
    if (term.length < word.length - most) continue
    // Each error explains at most one letter that the term lacks; this alone rules out most words.
    if (bitsOf(letters & ~maskOf(term.slice(0, word.length + most))) > most) continue
    const typos = typosBetween(word, term, most)
    if (typos <= most) found.push({ term, typos })
  }
  return found
    .sort((a, b) => a.typos - b.typos || a.term.length - b.term.length || a.term.localeCompare(b.term))
    .slice(0, MAX_CORRECTIONS)
    .map(({ term }) => term)
}

function maskOf(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at++) mask |= 1 << (word.charCodeAt(at) & 31)
  return mask
}

function bitsOf(mask: number): number {
  let bits = 0
  for (let left = mask; left !== 0; left &= left - 1) bits++
  return bits
}

/** Returns the typing errors that make `term` the typed word (both folded and whole); null if there are more than such a word may have. */
export function typosOf(word: string, term: string): number | null {
  const most = typosIn(word.length)
  const typos = lastRow(word, term, most)?.row.at(-1) ?? most + 1
  return typos <= most ? typos : null
}

/**
 * Returns the errors from `word` to the nearest of `term` and its beginnings with the same last letter (optimal string alignment), or
 * `most + 1` if there are more.
 */
function typosBetween(word: string, whole: string, most: number): number {
  const term = whole.slice(0, word.length + most)
  const last = lastRow(word, term, most)
  if (last === null) return most + 1
  const unfinished = beginsAlike(word, term) ? last.before.slice(0, -1).filter((_, at) => term[at] === word.at(-1)) : []
  return Math.min(term === whole ? (last.row.at(-1) ?? most + 1) : most + 1, ...unfinished)
}

/** Returns whether two words begin with the same letter, or with the same two swapped. */
const beginsAlike = (word: string, term: string): boolean =>
  word[0] === term[0] || (word[0] === term[1] && word[1] === term[0])

/** Returns the errors from the word to each beginning of `term`, and from the word without its last letter; null if all are more than `most`. */
function lastRow(word: string, term: string, most: number): { before: number[]; row: number[] } | null {
  let [before, row] = [
    new Array<number>(term.length + 1).fill(0),
    Array.from({ length: term.length + 1 }, (_, at) => at),
  ]
  for (let i = 1; i <= word.length; i++) {
    const next = new Array<number>(term.length + 1).fill(0)
    next[0] = i
    let least = i
    for (let j = 1; j <= term.length; j++) {
      const isSame = word[i - 1] === term[j - 1]
      let typos = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + Number(!isSame))
      const isSwapped = i > 1 && j > 1 && word[i - 1] === term[j - 2] && word[i - 2] === term[j - 1]
      if (isSwapped) typos = Math.min(typos, (before[j - 2] ?? 0) + 1)
      next[j] = typos
      least = Math.min(least, typos)
    }
    if (least > most) return null
    before = row
    row = next
  }
  return { before, row }
}
