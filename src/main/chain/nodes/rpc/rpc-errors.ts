import {
  BaseError,
  BlockNotFoundError,
  HttpRequestError,
  ResponseBodyTooLargeError,
  TimeoutError,
  type RpcRequestError,
} from 'viem'
import { isReverted, rpcErrorIn } from './find-rpc-error.ts'
import { isRateLimited } from './rate-limit.ts'

/** Returns whether a node answered, even with an error or something unexpected, as opposed to being unreachable. */
export function isNodesAnswer(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return error.walk((cause) => isTransportError(cause)) === null && !isRateLimited(error)
}

/** Returns null if a node answered no, or no longer has the data; rethrows the error of a failed node. */
export function nullIfAnswered(error: unknown): null {
  if (isNodesAnswer(error)) return null
  throw error
}

const methodCodes: readonly number[] = [-32_601, -32_604]
const methodPattern =
  /\bmethod\b.*(?:not (?:found|available|supported|implemented|enabled|exist|whitelisted)|does not exist)|unsupported method/i

/** Returns whether a node's error is about the method, and not about its arguments; codes collide between clients. */
export function isUnsupportedMethod(error: unknown): boolean {
  const answer = plainErrorIn(error)
  if (answer === null) return false
  return methodCodes.includes(answer.code) || methodPattern.test(answer.details)
}

const tagPattern =
  /(?:unknown|invalid|unsupported) block ?(?:tag|number|parameter)?|(?:finalized|safe) block not found|block tag|not.*support.*(?:finalized|safe|tag)|invalid argument|cannot unmarshal|finalized batch feature not enabled/i

/** Returns whether a node does not know a block tag such as `finalized`; rate limits and other failures are different. */
export function isUnsupportedTag(error: unknown): boolean {
  if (error instanceof BlockNotFoundError) return true
  const answer = plainErrorIn(error)
  if (answer === null) return false
  return isUnsupportedMethod(error) || tagPattern.test(answer.details)
}

const statePattern =
  /missing trie node|historical state|state (?:is )?not available|pruned|(?:header|block) not found|no state available|archive|old data not available|distance to target block|state .*unavailable|unknown block|unfinalized data/i

/** Returns whether a node no longer has the data, or does not have it yet: another node, or the same one later, may. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof BlockNotFoundError) return true
  const answer = plainErrorIn(error)
  return answer !== null && (answer.code === 4444 || statePattern.test(answer.details))
}

function isTransportError(cause: unknown): boolean {
  return [HttpRequestError, TimeoutError, ResponseBodyTooLargeError].some((kind) => cause instanceof kind)
}

/** Returns a node's own error, unless it is about a contract or a rate limit. */
function plainErrorIn(error: unknown): RpcRequestError | null {
  const answer = rpcErrorIn(error)
  return answer === null || isReverted(answer) || isRateLimited(error) ? null : answer
}
