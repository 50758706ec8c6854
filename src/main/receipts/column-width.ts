// East Asian wide and fullwidth characters (Unicode UAX 11) by block, and emoji.
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{RI})/u
let segmenter: Intl.Segmenter | null = null

/** Splits a text into graphemes. */
export function signsOf(text: string): string[] {
  // Created lazily, to keep Till's start fast.
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Returns the printer columns of one grapheme: two if full-width. */
export function signWidth(sign: string): 1 | 2 {
  return wide.test(sign) ? 2 : 1
}

/** Returns the columns that a text takes. */
export function columnWidth(text: string): number {
  return signsOf(text).reduce((sum, sign) => sum + signWidth(sign), 0)
}
