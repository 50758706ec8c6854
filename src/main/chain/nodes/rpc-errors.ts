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

/** Tells whether a node itself answered, if only with an error or something unexpected, as opposed to not being reached. */
export function isNodesAnswer(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return error.walk((cause) => isTransportError(cause)) === null && !isRateLimited(error)
}

/** Returns null if a node answered no, or no longer has something; throws the error of a node that failed. */
export function nullIfAnswered(error: unknown): null {
  if (isNodesAnswer(error)) return null
  throw error
}

const methodCodes: readonly number[] = [-32_601, -32_604]
const methodWords =
  /\bmethod\b.*(?:not (?:found|available|supported|implemented|enabled|exist|whitelisted)|does not exist)|unsupported method/i

/** Tells whether a node's error is about the method, and not about its arguments; codes collide between clients. */
export function isUnsupportedMethod(error: unknown): boolean {
  const answer = plainErrorIn(error)
  if (answer === null) return false
  return methodCodes.includes(answer.code) || methodWords.test(answer.details)
}

const tagWords =
  /(?:unknown|invalid|unsupported) block ?(?:tag|number|parameter)?|(?:finalized|safe) block not found|block tag|not.*support.*(?:finalized|safe|tag)|invalid argument|cannot unmarshal|finalized batch feature not enabled/i

/** Tells whether a node does not know a block tag such as `finalized`; a rate limit or any other failure is not that. */
export function isUnsupportedTag(error: unknown): boolean {
  if (error instanceof BlockNotFoundError) return true
  const answer = plainErrorIn(error)
  if (answer === null) return false
  return isUnsupportedMethod(error) || tagWords.test(answer.details)
}

const stateWords =
  /missing trie node|historical state|state (?:is )?not available|pruned|(?:header|block) not found|no state available|archive|old data not available|distance to target block|state .*unavailable|unknown block|unfinalized data/i

/** Tells whether a node no longer has, or does not yet have, what was asked for: another node, or the same one later, may. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof BlockNotFoundError) return true
  const answer = plainErrorIn(error)
  return answer !== null && (answer.code === 4444 || stateWords.test(answer.details))
}

function isTransportError(cause: unknown): boolean {
  return [HttpRequestError, TimeoutError, ResponseBodyTooLargeError].some((kind) => cause instanceof kind)
}

/** A node's own error that is about neither a contract nor how often it was asked. */
function plainErrorIn(error: unknown): RpcRequestError | null {
  const answer = rpcErrorIn(error)
  return answer === null || isReverted(answer) || isRateLimited(error) ? null : answer
}
