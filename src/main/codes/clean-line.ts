/** Returns a pasted text in one line: what surrounds or hides in a code, like line breaks and signs without width, is no part of it. */
export function cleanLine(pasted: string): string {
  return pasted
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim()
}
