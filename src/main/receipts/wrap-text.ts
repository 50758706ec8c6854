import { columnWidth, signsOf, signWidth } from './column-width.ts'

/** Wraps `text` into lines of at most `columns` (2 or more) between words, not at no-break spaces; a longer word is cut between graphemes. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/[^\S\u00a0\u202f]+/).filter((one) => one !== '')) {
    const joined = line === '' ? word : `${line} ${word}`
    if (columnWidth(joined) <= columns) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = cutWord(word, columns)
    line = pieces.pop() ?? ''
    lines.push(...pieces)
  }
  return line === '' ? lines : [...lines, line]
}

function cutWord(word: string, columns: number): string[] {
  const pieces: string[] = []
  let [piece, width] = ['', 0]
  for (const sign of signsOf(word)) {
    const wider = width + signWidth(sign)
    if (wider > columns) pieces.push(piece)
    ;[piece, width] = wider > columns ? [sign, signWidth(sign)] : [piece + sign, wider]
  }
  return [...pieces, piece]
}
