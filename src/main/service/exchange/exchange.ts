import { AppError, toAppError } from '../../../shared/errors.ts'
import type { AccessBreaker } from './access-breaker.ts'
import type { Answer } from '../answer/answer.ts'
import type { ConnectionMonitor } from './connection-monitor.ts'
import type { RequestBudget } from '../budget/request-budget.ts'
import type { RequestClass } from '../budget/request-budget-repository.ts'
import type { SaveTarget } from './read-body.ts'
import { readRetryAfter } from './retry-after.ts'
import { sendRequest, type HttpResult } from './send-request.ts'
import { statusError } from '../answer/status-error.ts'

export interface ServiceRequest {
  readonly method: 'GET' | 'POST'
  /** Below the service's base address, with its leading slash. */
  readonly path: string
  /** Null and empty values are left out. */
  readonly query?: Readonly<Record<string, string | number | null | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** JSON text, sent byte for byte. */
  readonly body?: string
  readonly requestClass: RequestClass
  /** Whose reserved places of the budget it may use. */
  readonly owner?: string
  readonly maxBytes?: number
  /** Where the body of a success goes instead of into memory. */
  readonly save?: SaveTarget
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** A read that must have begun after it was asked for: it shares no answer that was under way already. */
  readonly fresh?: boolean
  /** Whether a refused token is followed at once by the same request without it. */
  readonly retryWithoutToken: boolean
}

export type ExchangeResult =
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** 401, 403 or 429: the service did not look at the request. */
  | { readonly kind: 'refused'; readonly answer: Answer; readonly error: AppError }
  /** The request certainly never left this machine. */
  | { readonly kind: 'not-sent'; readonly error: AppError }
  /** No answer: whether the service saw the request is unknown. */
  | { readonly kind: 'no-answer'; readonly error: AppError }

/** What an exchange asks before it sends, and tells of the answer. */
export interface ExchangeBudget extends Pick<RequestBudget, 'take' | 'giveBack' | 'limited' | 'view'> {
  /** An answer that was not a 429, with what the service says of its requests: those left, and those an hour. */
  answered(remaining: number | null, hourlyLimit: number | null): void
}

export interface ExchangeOptions {
  /** The service's base address, with or without a trailing slash. */
  readonly baseUrl: string
  readonly budget: ExchangeBudget
  readonly breaker: AccessBreaker
  readonly connection: ConnectionMonitor
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Milliseconds for a whole exchange where the operation asks for nothing else. */
  readonly timeoutMs: number
  /** Gives up every exchange under way; none begins after it. */
  readonly signal?: AbortSignal | undefined
}

export type Exchange = (request: ServiceRequest) => Promise<ExchangeResult>

const MAX_BYTES = 2_000_000
/** After this long without an answer a person is told that Till waits for the service. */
const SLOW_MS = 3_000

/** The one way to the service: asks budget and breaker first, sends, and tells both and the connection what came back. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { budget, breaker, connection, now } = options
  const base = options.baseUrl.replace(/\/+$/, '')

  async function exchange(request: ServiceRequest): Promise<ExchangeResult> {
    let token: string | null
    let receipt: number
    try {
      if (request.signal?.aborted || options.signal?.aborted) throw abortedError()
      token = breaker.pass()
      receipt = budget.take(request.requestClass, request.owner)
    } catch (thrown) {
      return { kind: 'not-sent', error: toAppError(thrown) }
    }
    const unanswered = setTimeout(() => connection.slow(), SLOW_MS)
    const result = await sendRequest({
      method: request.method,
      url: base + request.path + queryText(request.query),
      headers: headersOf(request, token),
      ...(request.body === undefined ? {} : { body: request.body }),
      maxBytes: request.maxBytes ?? MAX_BYTES,
      ...(request.save ? { save: request.save } : {}),
      timeoutMs: request.timeoutMs ?? options.timeoutMs,
      onAnswering: () => clearTimeout(unanswered),
      signals: [request.signal, options.signal],
    })
    clearTimeout(unanswered)
    if (result.kind === 'not-connected') budget.giveBack(receipt)
    const judged = judge(result, token)
    if (result.kind === 'answer' && result.status === 401 && token !== null && request.retryWithoutToken)
      return exchange(request)
    if (result.kind !== 'aborted')
      connection.note(judged.kind === 'answer' ? connectionError(judged.answer) : judged.error.code)
    return judged
  }

  function judge(result: HttpResult, token: string | null): ExchangeResult {
    if (result.kind === 'not-connected') {
      return {
        kind: 'not-sent',
        error: new AppError('offline', 'The service can not be reached', { cause: result.cause }),
      }
    }
    if (result.kind !== 'answer') return { kind: 'no-answer', error: noAnswerError(result) }
    const { status, contentType, etag, body, saved } = result
    // A date that it names is one of its own clock.
    const rest = readRetryAfter(result.retryAfter, result.sentAt ?? now())
    if (status === 429 || (status === 503 && rest !== null)) budget.limited(rest)
    else budget.answered(result.remaining, result.hourlyLimit)
    if (status === 401) breaker.unauthorized(token)
    if (status !== 401 && status !== 403) breaker.admitted()
    const answer: Answer = { status, contentType, etag, body, saved }
    if (status !== 401 && status !== 403 && status !== 429) return { kind: 'answer', answer }
    const until = status === 403 ? breaker.forbidden() : status === 429 ? waitingUntil(budget) : null
    return { kind: 'refused', answer, error: statusError(answer, until) }
  }

  return exchange
}

function headersOf(request: ServiceRequest, token: string | null): Record<string, string> {
  return {
    ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...request.headers,
  }
}

function queryText(query: ServiceRequest['query']): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== '') parameters.append(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

function waitingUntil(budget: ExchangeBudget): number | null {
  const { waitingUntil: until } = budget.view()
  return until === null ? null : Date.parse(until)
}

function abortedError(): AppError {
  return new AppError('service-timeout', 'Given up before it was sent')
}

function noAnswerError(result: Exclude<HttpResult, { kind: 'answer' | 'not-connected' }>): AppError {
  if (result.kind === 'broken')
    return new AppError('offline', 'The connection to the service broke', { cause: result.cause })
  if (result.kind === 'too-large') return new AppError('service-malformed', 'The service’s answer is too large')
  return new AppError(
    'service-timeout',
    result.kind === 'timeout' ? 'The service took too long' : 'Given up while waiting',
  )
}

/** What an answer says about the connection: 5xx and redirects are no service; any other answer is one, "as you know it" (304) too. */
function connectionError({ status }: Answer): AppError['code'] | null {
  if (status >= 500) return 'service-down'
  return status >= 300 && status !== 304 && status < 400 ? 'service-malformed' : null
}
