import { httpErrorIn, isReverted, rpcErrorIn } from './find-rpc-error.ts'
import { isRangeRefusal } from './range-refusals.ts'

// The providers' own codes for "too many requests". -32005 and -32007 mean other things in besu, so there the wording decides.
const codes: readonly number[] = [429, -32_016, -32_029, 15]
const limitPattern =
  /rate.?limit|request rate|too many requests|request limit|(?<!gas |size )\blimit exceeded\b|(?:daily|capacity|credits?|quota|compute units).*(?:exceed|reach|limit)|throughput|over capacity|please slow down/i

/** Returns whether an error is a node's rate limit. */
export function isRateLimited(error: unknown): boolean {
  const failure = httpErrorIn(error)
  if (failure) {
    const { status = 0, details } = failure
    // An exhausted quota (402, 403) does not recover in seconds: that node has failed.
    return status === 429 || (status >= 500 && limitPattern.test(details))
  }
  const answer = rpcErrorIn(error)
  if (answer === null || isReverted(answer) || isRangeRefusal(answer.details)) return false
  return codes.includes(answer.code) || limitPattern.test(answer.details)
}

/** Returns the milliseconds of an HTTP `Retry-After`, given in seconds or as a date; null if there is none. */
export function retryAfterMs(error: unknown, epochNow: number): number | null {
  const text = httpErrorIn(error)?.headers?.get('retry-after') ?? null
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - epochNow
  return Number.isFinite(ms) && ms > 0 ? ms : null
}
