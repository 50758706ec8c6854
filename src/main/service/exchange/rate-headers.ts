/**
 * Requests that a service says are left: `X-RateLimit-Remaining` as many send it, `RateLimit-Remaining` and the `r` of `RateLimit` of
 * draft-ietf-httpapi-ratelimit-headers; null where none says it.
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
 * Requests an hour that a service says it allows: the limit of `X-RateLimit-Limit` or `RateLimit-Limit`, or the policy of `RateLimit-Policy`, for an
 * hour where they name another time; null where none says it.
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
