/**
 * Returns the milliseconds a `Retry-After` header asks to wait from `now` (RFC 9110 §10.2.3: seconds or a date); null if it is missing or
 * invalid.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000)
  // Date.parse alone would also accept "-5" or "2" as a date.
  const date = /^[A-Z][a-z]{2,8},/.test(text) || /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
