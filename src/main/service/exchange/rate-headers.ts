/**
 * Returns the requests a service says are left: `X-RateLimit-Remaining` is common; `RateLimit-Remaining` and the `r` of `RateLimit` come
 * from draft-ietf-httpapi-ratelimit-headers. Null if there is none.
 */
export function readRemaining(header: (name: string) => string): number | null {
  const plain = [header('x-ratelimit-remaining'), header('ratelimit-remaining')].find((text) =>
    /^\s*\d{1,9}\s*$/.test(text),
  )
  const found = plain ?? /;\s*r=(\d{1,9})(?:;|,|\s|$)/.exec(header('ratelimit'))?.[1]
  return found === undefined ? null : Number(found)
}

const HOUR_SECONDS = 3600

/**
 * Returns a service's limit per hour: from `X-RateLimit-Limit`, `RateLimit-Limit` or `RateLimit-Policy`, converted if it names another
 * period. Null if there is none.
 */
export function readHourlyLimit(header: (name: string) => string): number | null {
  const found = [
    /^\s*(?<limit>\d{1,9})(?:.*;\s*w=(?<seconds>\d{1,9}))?/.exec(header('x-ratelimit-limit')),
    /^\s*(?<limit>\d{1,9})(?:.*;\s*w=(?<seconds>\d{1,9}))?/.exec(header('ratelimit-limit')),
    /;\s*q=(?<limit>\d{1,9})(?:.*;\s*w=(?<seconds>\d{1,9}))?/.exec(header('ratelimit-policy')),
  ].find((one) => one !== null)?.groups
  if (found === undefined) return null
  const seconds = Number(found['seconds'] ?? HOUR_SECONDS)
  return seconds === 0 ? null : Math.floor((Number(found['limit']) * HOUR_SECONDS) / seconds)
}

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
