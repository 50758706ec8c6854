import {
  BaseError,
  BlockNotFoundError,
  HttpRequestError,
  ResponseBodyTooLargeError,
  RpcRequestError,
  TimeoutError,
} from 'viem'

/** Tells whether a node itself answered, with an error or with something else than was asked for, as opposed to not being reached. */
export function isNodesAnswer(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return error.walk((cause) => isTransportError(cause)) === null && !isRateLimited(error)
}

/** Returns null for a node's no, or for what it no longer has; throws the error of a node that failed. */
export function nullIfAnswered(error: unknown): null {
  if (isNodesAnswer(error)) return null
  throw error
}

/** Returns the error object of a node's answer, or null where there was no such answer. */
export function rpcErrorIn(error: unknown): RpcRequestError | null {
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null
  return found instanceof RpcRequestError ? found : null
}

// The providers' own numbers for "too many requests". -32005 is besu's "gas limit exceeds block gas limit" as well, so wording decides.
const rateLimitCodes: readonly number[] = [429, -32_016, -32_029, 15]
const rateLimitWords =
  /rate.?limit|too many requests|request limit|\blimit exceeded\b|(?:daily|capacity|credits?|quota|compute units).*(?:exceed|reach|limit)|throughput|please slow down/i

/** Tells whether a node asks to be left alone for a while. */
export function isRateLimited(error: unknown): boolean {
  if (statusOf(error) === 429) return true
  const answer = rpcErrorIn(error)
  if (answer === null) return false
  return rateLimitCodes.includes(answer.code) || rateLimitWords.test(answer.details)
}

/** Returns the milliseconds an HTTP `Retry-After` names, whether as seconds or as a date; null where there is none. */
export function retryAfterMs(error: unknown, epochNow: number): number | null {
  const failure = httpErrorIn(error)
  const text = failure?.headers?.get('retry-after') ?? null
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - epochNow
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

const methodCodes: readonly number[] = [-32_601, -32_604]
const methodWords =
  /\bmethod\b.*(?:not (?:found|available|supported|implemented|enabled|exist)|does not exist)|unsupported method/i

/** Tells whether a node's error is about the method, and not about its arguments; codes collide between clients. */
export function isUnsupportedMethod(error: unknown): boolean {
  const answer = rpcErrorIn(error)
  if (answer === null || isRateLimited(error)) return false
  return methodCodes.includes(answer.code) || methodWords.test(answer.details)
}

const tagWords =
  /(?:unknown|invalid|unsupported) block ?(?:tag|number|parameter)?|(?:finalized|safe) block not found|block tag|not.*support.*(?:finalized|safe|tag)|invalid argument|cannot unmarshal|finalized batch feature not enabled/i

/** Tells whether a node does not know a block tag such as `finalized`; a rate limit or any other failure is not that. */
export function isUnsupportedTag(error: unknown): boolean {
  if (error instanceof BlockNotFoundError) return true
  const answer = rpcErrorIn(error)
  if (answer === null || isRateLimited(error)) return false
  return isUnsupportedMethod(error) || tagWords.test(answer.details)
}

const stateWords =
  /missing trie node|historical state|state (?:is )?not available|pruned|(?:header|block) not found|no state available|archive|old data not available|distance to target block|state .*unavailable|unknown block/i

/** Tells whether a node no longer has, or does not yet have, what was asked for: another node, or the same one later, may. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof BlockNotFoundError) return true
  const answer = rpcErrorIn(error)
  return answer !== null && (answer.code === 4444 || stateWords.test(answer.details))
}

function isTransportError(cause: unknown): boolean {
  return [HttpRequestError, TimeoutError, ResponseBodyTooLargeError].some((kind) => cause instanceof kind)
}

function httpErrorIn(error: unknown): HttpRequestError | null {
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof HttpRequestError) : null
  return found instanceof HttpRequestError ? found : null
}

function statusOf(error: unknown): number | undefined {
  return httpErrorIn(error)?.status
}
