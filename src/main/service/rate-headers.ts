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
