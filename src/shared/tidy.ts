/** Returns a text on one line, without the invisible characters that come with pasted text. */
export function tidy(typed: string): string {
  return typed
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
