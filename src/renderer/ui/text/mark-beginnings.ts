export interface MarkedPart {
  readonly text: string
  readonly marked: boolean
}

/** Returns one character for comparing: without accents, in lower case; never empty. */
const foldSign = (sign: string): string =>
  /\s/.test(sign) ? ' ' : sign.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const isOfWord = (sign: string): boolean => /[\p{L}\p{N}\p{M}]/u.test(sign)

/**
 * Splits `text` into parts, and marks the beginnings of words that match one of `marks`; accents and case do not count. A mark with a
 * number
 * ("5", "5 gb") matches only as a whole: never in "50", "5.5" or "5G".
 */
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
    const lengths = wanted.map((mark) => {
      const length = lengthOf(folded, at, mark)
      return isNumber(mark) && !isWhole(signs, at, at + length) ? 0 : length
    })
    const length = begins ? Math.max(0, ...lengths) : 0
    const next = at + Math.max(1, length)
    add(signs.slice(at, next).join(''), length > 0)
    at = next
  }
  return parts
}

const isNumber = (mark: string): boolean => /^\d[\d.,]*(?: |$)/.test(mark)
const isDigit = (sign: string | undefined): boolean => /\d/.test(sign ?? '')
const isPoint = (sign: string | undefined): boolean => /[.,]/.test(sign ?? '')

/** Returns whether the number or word from `at` to `end` continues on neither side. */
function isWhole(signs: readonly string[], at: number, end: number): boolean {
  const goesOn = isOfWord(signs[end] ?? ' ') || (isPoint(signs[end]) && isDigit(signs[end + 1]))
  return !goesOn && !(isPoint(signs[at - 1]) && isDigit(signs[at - 2]))
}

/** Returns how many characters from `at` match `mark`, including combining accents after them; 0 if they do not match. */
function lengthOf(folded: readonly string[], at: number, mark: string): number {
  let found = ''
  let end = at
  while (end < folded.length && found.length < mark.length) found += folded[end++] ?? ''
  if (found !== mark) return 0
  while (end < folded.length && folded[end] === '') end++
  return end - at
}
