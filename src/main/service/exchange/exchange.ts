import { AppError, toAppError } from '../../../shared/errors.ts'
import type { Log } from '../../log/create-log.ts'
import type { AccessBreaker } from './access-breaker.ts'
import { isHtml, type Answer } from '../answer/answer.ts'
import type { ConnectionMonitor } from './connection-monitor.ts'
import type { RequestBudget } from '../budget/request-budget.ts'
import type { RequestClass } from '../budget/request-budget-repository.ts'
import type { SaveTarget } from './read-body.ts'
import { readRetryAfter } from './rate-headers.ts'
import { sendRequest, type HttpResult } from './send-request.ts'
import { statusError } from '../answer/status-error.ts'

export interface ServiceRequest {
  readonly method: 'GET' | 'POST'
  /** The path below the service's base address, with a leading slash. */
  readonly path: string
  /** Null and empty values are left out. */
  readonly query?: Readonly<Record<string, string | number | null | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** JSON text, sent byte for byte. */
  readonly body?: string
  readonly requestClass: RequestClass
  /** The owner whose reserved requests of the budget it may use. */
  readonly owner?: string
  readonly maxBytes?: number
  /** The file for the body of a success, instead of memory. */
  readonly save?: SaveTarget
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Whether the read must start after this request; it then shares no answer that is already in progress. */
  readonly fresh?: boolean
  /** Whether a refused token leads to an immediate retry without it. */
  readonly retryWithoutToken: boolean
}

export type ExchangeResult =
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** 401, 403 or 429: the service did not process the request. */
  | { readonly kind: 'refused'; readonly answer: Answer; readonly error: AppError }
  /** The request certainly never left this machine. */
  | { readonly kind: 'not-sent'; readonly error: AppError }
  /** No answer: it is unknown whether the service saw the request. */
  | { readonly kind: 'no-answer'; readonly error: AppError }

/** The budget an exchange asks before it sends, and reports answers to. */
export interface ExchangeBudget extends Pick<RequestBudget, 'take' | 'returnRequest' | 'limited' | 'view'> {
  /** Records an answer that was not a 429, with the service's remaining requests and its hourly limit. */
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
  readonly log?: Log | undefined
  /** Milliseconds for a whole exchange, unless the operation sets its own. */
  readonly timeoutMs: number
  /** Aborts every exchange in progress, and prevents new ones. */
  readonly signal?: AbortSignal | undefined
}

export type Exchange = (request: ServiceRequest) => Promise<ExchangeResult>

const MAX_BYTES = 2_000_000
/** After this long without an answer the user is notified that Till waits for the service. */
const SLOW_MS = 3_000

/** Creates the only path to the service: asks budget and breaker, sends, and reports the result to both and to the connection monitor. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { log, budget, breaker, connection, now } = options
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
    const begun = performance.now()
    let giveUp = (): void => undefined
    const unanswered = setTimeout(() => (giveUp = connection.slow()), SLOW_MS)
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
    if (result.kind === 'not-connected') budget.returnRequest(receipt)
    const judged = judge(result, token)
    if (log) note(log, request, judged, performance.now() - begun)
    if (result.kind === 'answer' && result.status === 401 && token !== null && request.retryWithoutToken) {
      giveUp()
      return exchange(request)
    }
    if (result.kind === 'aborted') giveUp()
    else connection.note(judged.kind === 'answer' ? connectionError(judged.answer) : judged.error.code)
    return judged
  }

  function judge(result: HttpResult, token: string | null): ExchangeResult {
    if (result.kind === 'not-connected') {
      return {
        kind: 'not-sent',
        error: new AppError('offline', 'The service cannot be reached', { cause: result.cause }),
      }
    }
    if (result.kind !== 'answer') return { kind: 'no-answer', error: noAnswerError(result) }
    const { status, contentType, etag, body, saved } = result
    // A date in the header is on the service's own clock.
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

/** Logs neither what was asked nor what was answered. */
function note(log: Log, { method, path }: ServiceRequest, judged: ExchangeResult, ms: number): void {
  const status = 'answer' in judged ? judged.answer.status : null
  log('service.request', { method, path, status, ms }, 'error' in judged ? { error: judged.error } : {})
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

/**
 * Returns the connection error of an answer: 5xx, redirects and web pages do not come from a working service; any other answer does,
 * even a 304.
 */
function connectionError(answer: Answer): AppError['code'] | null {
  const { status } = answer
  if (status >= 500) return 'service-down'
  if (isHtml(answer)) return 'service-malformed'
  return status >= 300 && status !== 304 && status < 400 ? 'service-malformed' : null
}
