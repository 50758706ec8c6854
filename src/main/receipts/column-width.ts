// East Asian wide and fullwidth signs (Unicode TR 11) by their blocks, and pictures.
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{RI})/u
let segmenter: Intl.Segmenter | null = null

/** What a person sees as single signs. */
export function signsOf(text: string): string[] {
  // Made when the first receipt is: Till starts without.
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** How many columns of a printer one sign takes: two for full width ones. */
export function signWidth(sign: string): 1 | 2 {
  return wide.test(sign) ? 2 : 1
}

/** How many columns a text takes. */
export function columnWidth(text: string): number {
  return signsOf(text).reduce((sum, sign) => sum + signWidth(sign), 0)
}
