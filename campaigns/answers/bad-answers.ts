import type { ErrorCode } from '../../src/shared/errors.ts'

/** One way a service fails to answer a request, and what Till makes of it. */
export interface BadAnswer {
  readonly name: string
  /** The fault as the sandbox's control endpoint takes it, without the operation. */
  readonly fault: Readonly<Record<string, unknown>>
  readonly code: ErrorCode
  /** Milliseconds for which Till sends no further request; 0 if it may ask again at once. */
  readonly rest: number
}

export interface Setting {
  /** Epoch milliseconds. */
  readonly now: number
  /** An address that no request must ever reach. */
  readonly elsewhere: string
  /** A field of the valid answer that Till cannot do without. */
  readonly vital: string
}

const MINUTE = 60_000
const html = '<html><body>Bad gateway</body></html>'

/** Returns every bad answer of the table. */
export function badAnswers({ now, elsewhere, vital }: Setting): readonly BadAnswer[] {
  // Dates follow the service's own clock, which the answer states.
  const dates = { Date: new Date(now).toUTCString(), 'Retry-After': new Date(now + 90_000).toUTCString() }
  const status = (code: number, headers: object = {}, body: unknown = { message: 'No' }): BadAnswer['fault'] => ({
    kind: 'status',
    status: code,
    headers,
    body,
  })
  const answers: readonly [string, BadAnswer['fault'], ErrorCode, number?][] = [
    ['no answer', { kind: 'timeout' }, 'service-timeout'],
    ['a reset connection', { kind: 'reset' }, 'offline'],
    ['429 with seconds', status(429, { 'Retry-After': '7' }), 'service-rate-limited', 7_000],
    ['429 with a date', status(429, dates), 'service-rate-limited', 89_000],
    ['503 with seconds', status(503, { 'Retry-After': '7' }), 'service-down', 7_000],
    ['429 without a time', status(429), 'service-rate-limited', MINUTE],
    ['401', status(401), 'service-unauthorized'],
    ['403', status(403), 'service-forbidden', MINUTE],
    ['500', status(500), 'service-down'],
    ['502 with HTML', status(502, {}, html), 'service-down'],
    ['200 with HTML', status(200, {}, html), 'service-malformed'],
    ['half an answer', { kind: 'truncated-json' }, 'service-malformed'],
    ['an answer that breaks off', { kind: 'cut-off' }, 'offline'],
    ['wrong types', { kind: 'wrong-types' }, 'service-malformed'],
    ['a missing member', { kind: 'missing-fields', fields: [vital] }, 'service-malformed'],
    ['a huge answer', { kind: 'huge', megabytes: 3 }, 'service-malformed'],
    ['an answer in drips', { kind: 'slow-drip', bytes: 4, everyMilliseconds: 100 }, 'service-timeout'],
    ['a redirect elsewhere', { kind: 'redirect', location: elsewhere, status: 307 }, 'service-malformed'],
  ]
  return answers.map(([name, fault, code, rest = 0]) => ({ name, fault, code, rest }))
}

/** Four wordings of "this was registered before". */
export const duplicates: readonly BadAnswer['fault'][] = [
  { kind: 'status', status: 409, body: { errorCode: 'DUPLICATE_REQUEST', message: 'Duplicate request' } },
  { kind: 'status', status: 400, body: { code: 'IdempotencyKeyAlreadyUsed' } },
  { kind: 'status', status: 422, body: { error: { detail: 'The transaction hash has already been registered.' } } },
  { kind: 'status', status: 400, body: 'idempotent request already processed' },
]

/** Four wordings of "the network was congested, retry the spend". */
export const congestions: readonly BadAnswer['fault'][] = [
  { kind: 'status', status: 422, body: { errorCode: 'RETRY_SPEND', message: 'Retry the spend' } },
  { kind: 'status', status: 400, body: { message: 'Network congestion, please try later' } },
  { kind: 'status', status: 503, body: { code: 'spendRetry' } },
  { kind: 'status', status: 409, body: { error: 'Please repeat your purchase' } },
]
