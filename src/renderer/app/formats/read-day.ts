export type DayPart = 'day' | 'month' | 'year'

/** Returns the day (ISO 8601) that a person typed in this order of its parts, or in the order of ISO 8601; null if it is no whole day. */
export function readDay(typed: string, order: readonly DayPart[]): string | null {
  const text = typed.trim()
  const parts = /^\d{8}$/.test(text) ? split(text, order) : text.split(/\s*[-/.\s]\s*/)
  const [first = '', second = '', third = '', ...more] = parts
  const isIso = first.length === 4
  const named = new Map((isIso ? iso : order).map((part, index) => [part, [first, second, third][index] ?? '']))
  const [year = '', month = '', day = ''] = iso.map((part) => named.get(part) ?? '')
  if (more.length > 0 || !/^\d{4}$/.test(year) || ![month, day].every((part) => /^\d{1,2}$/.test(part))) return null
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${written}T00:00:00Z`)
  // February 30 would be March 2.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written) ? written : null
}

const iso = ['year', 'month', 'day'] as const

/** Splits eight digits into parts of this order. */
function split(digits: string, order: readonly DayPart[]): string[] {
  let from = 0
  return order.map((part) => digits.slice(from, (from += part === 'year' ? 4 : 2)))
}
