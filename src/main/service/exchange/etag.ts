/** Returns an entity tag in the form for `If-None-Match` (RFC 9110 §8.8.3), of plain ASCII; null for an invalid header. */
export function readEtag(header: string): string | null {
  return /^(?:W\/)?"[\x21\x23-\x7e]{0,300}"$/.test(header) ? header : null
}
