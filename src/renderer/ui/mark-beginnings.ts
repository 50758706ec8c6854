export interface MarkedPart {
  readonly text: string
  readonly marked: boolean
}

/** One sign as it is compared: without accents, in lower case; nothing of it may be left. */
const foldSign = (sign: string): string => sign.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const isOfWord = (sign: string): boolean => /[\p{L}\p{N}\p{M}]/u.test(sign)

/** `text` in parts, those marked that begin a word the way one of `marks` does; accents and case make no difference. */
export function markBeginnings(text: string, marks: readonly string[]): MarkedPart[] {
  const wanted = marks.map((mark) => [...mark].map(foldSign).join('')).filter((mark) => mark !== '')
  if (wanted.length === 0 || text === '') return text === '' ? [] : [{ text, marked: false }]
  const signs = [...text]
  const folded = signs.map(foldSign)
  const parts: { text: string; marked: boolean }[] = []
  const add = (piece: string, marked: boolean): void => {
    const last = parts.at(-1)
    if (last?.marked === marked) last.text += piece
    else if (piece !== '') parts.push({ text: piece, marked })
  }
  for (let at = 0; at < signs.length;) {
    const begins = isOfWord(signs[at] ?? '') && !isOfWord(signs[at - 1] ?? ' ')
    const length = begins ? Math.max(0, ...wanted.map((mark) => lengthOf(folded, at, mark))) : 0
    const next = at + Math.max(1, length)
    add(signs.slice(at, next).join(''), length > 0)
    at = next
  }
  return parts
}

/** How many signs from `at` on make up `mark`, with the accents that stand by themselves after them; 0 where they do not. */
function lengthOf(folded: readonly string[], at: number, mark: string): number {
  let found = ''
  let end = at
  while (end < folded.length && found.length < mark.length) found += folded[end++] ?? ''
  if (found !== mark) return 0
  while (end < folded.length && folded[end] === '') end++
  return end - at
}
