import { HttpRequestError, RpcRequestError } from 'viem'
import { isReverted } from '../nodes/rpc/find-rpc-error.ts'
import { isRangeRefusal } from '../nodes/rpc/range-refusals.ts'
import { isSendAnswer } from '../send/read-send-error.ts'
import { isUnavailable, isUnsupportedMethod, isUnsupportedTag } from '../nodes/rpc/rpc-errors.ts'

/** A JSON-RPC question. */
export interface Question {
  readonly id: number
  readonly method: string
  readonly params?: unknown
}

/** A node's answer to one question. */
export interface Answer {
  readonly result?: unknown
  readonly error?: AnswerError | null
}

interface AnswerError {
  readonly code: number
  readonly message: string
}

/** An HTTP response, and the questions it belongs to. */
export interface Reply {
  readonly url: string
  readonly questions: readonly Question[]
  readonly response: Pick<Response, 'ok' | 'status' | 'headers'>
  readonly text: string
}

/** Returns the answers of a reply by question id; throws HttpRequestError if the reply is not a node's. */
export function readAnswers({ url, questions, response, text }: Reply): Map<number, Answer> {
  const { ok, status, headers } = response
  const parsed = parseOrNull(text)
  const list = (Array.isArray(parsed) ? parsed : [parsed]).filter(isAnswer)
  const errors = list.flatMap(({ id, error }) => (error ? [{ id, error }] : []))
  const methodOf = (id: number): string => questions.find((one) => one.id === id)?.method ?? ''
  const isReported =
    ok || (errors.length > 0 && errors.every(({ id, error }) => isOfQuestion(status, methodOf(id), error)))
  const isRefused = questions.length > 1 && errors.some(({ error }) => batchPattern.test(error.message))
  const answers = new Map(list.map((one) => [one.id, one]))
  // Unknown or repeated ids may belong to the wrong answers.
  const isOurs = answers.size === list.length && list.every(({ id }) => questions.some((one) => one.id === id))
  if (isReported && !isRefused && isOurs && list.length > 0) return answers
  throw new HttpRequestError({ url, status, headers, body: named(questions), details: text.slice(0, 200) })
}

/** Returns the questions' form for an error. */
export function named(questions: readonly Question[]): Record<string, unknown> {
  return questions.length === 1 ? { ...questions[0] } : { batch: questions.map(({ method }) => method) }
}

// Messages of geth, nethermind, drpc and Optimism's proxy. "Batch" alone also means what rollups post to their L1.
const batchPattern =
  /batch (?:request )?too large|batch size|calls in batch|batch of more than|batch(?:es|ing)? (?:requests? )?(?:are |is )?(?:not|disabled)/i

/** Statuses about the caller, or its request rate, whatever the body says. */
const statusesOfAsker: readonly number[] = [401, 402, 407, 429]
const INVALID_PARAMS = -32_602
const methodsOfTransactions = /_sendRawTransaction$|_estimateGas$|_call$|_simulate/

/** Returns whether an HTTP status is about the caller or its request rate: another form of the question will not help. */
export function isOfAsker(status: number): boolean {
  return statusesOfAsker.includes(status)
}

/**
 * Returns whether an error under a failed HTTP status is still the node's answer to a question. geth answers 200, but proxies and providers
 * translate: 400 for "execution reverted", "nonce too low" or an unknown method, 413 or 500 for a range, 403 for a method that is not
 * whitelisted (Optimism's proxy). Asking again does not change those. Anything else under such a status is a failure: "unauthorized" or an
 * exhausted quota must never read as "there is no such receipt".
 */
function isOfQuestion(status: number, method: string, error: AnswerError): boolean {
  if (isOfAsker(status)) return false
  const answer = new RpcRequestError({ body: {}, url: '', error })
  if (status === 403) return isUnsupportedMethod(answer)
  if (isReverted(answer) || error.code === INVALID_PARAMS || isUnsupportedTag(answer) || isUnavailable(answer))
    return true
  if (method === 'eth_getLogs') return isRangeRefusal(error.message)
  return methodsOfTransactions.test(method) && isSendAnswer(error.message)
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isAnswer(one: unknown): one is Answer & { readonly id: number } {
  if (typeof one !== 'object' || one === null || !('id' in one) || typeof one.id !== 'number') return false
  if (!('error' in one) || one.error === undefined || one.error === null) return 'result' in one
  const { error } = one
  return (
    typeof error === 'object' &&
    'code' in error &&
    typeof error.code === 'number' &&
    'message' in error &&
    typeof error.message === 'string'
  )
}
