export const LONGEST_NAME = 40

/**
 * Returns a name from a person as one line of at most 40 characters, its last one whole, without invisible characters: what joins the parts
 * of an emoji stays within it.
 */
export function cleanName(name: string): string {
  return cut(wholeName(name), LONGEST_NAME)
}

/** Returns a clean name with a number at its end. */
export function numberedName(name: string, number: number): string {
  const end = ` ${number}`
  return cut(wholeName(name), LONGEST_NAME - end.length) + end
}

/** Returns a name as `cleanName` does, however long it is. */
export function wholeName(name: string): string {
  return name.replace(emojiOrHidden, keepEmoji).replace(/\s+/g, ' ').trim()
}

/** Whole emoji (Unicode UTS 51), and what nobody sees. */
const emojiOrHidden = /\p{RGI_Emoji}|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gv
const keepEmoji = (found: string): string => (/^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]$/u.test(found) ? ' ' : found)

/** Returns the start of a text that fits, without a part of a letter or an emoji at its end. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  let start = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (start.length + segment.length > longest) break
    start += segment
  }
  return start.trimEnd()
}
