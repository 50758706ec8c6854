/** Returns a pasted code in one line: what surrounds or hides in it, like line breaks and characters that nobody sees, is no part of it. */
export function cleanLine(pasted: string): string {
  return inOneLine(pasted.replace(/(?!\s)[\p{Cf}\p{DI}]/gu, ''))
}

/** Returns a note in one line, without what turns or hides its text; what joins the parts of an emoji stays. */
export function cleanNote(typed: string): string {
  return inOneLine(typed.replace(/(?![\u200c\u200d\s])\p{Cf}/gu, ''))
}

const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
