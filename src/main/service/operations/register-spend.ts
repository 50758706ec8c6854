import { toAppError, type AppError } from '../../../shared/errors.ts'
import { isSuccess, textOf, type Answer } from '../answer/answer.ts'
import { MAX_KEPT, readErrorBody, type ErrorBody, type RawAnswer } from '../answer/error-body.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { coverCodes } from '../answer/read-codes.ts'
import { recogniseOutcome } from '../answer/recognise-outcome.ts'
import { readSpend, type SpendProfile, type SpendTransaction } from './spend-transaction.ts'
import { statusError } from '../answer/status-error.ts'

export interface RegisterSpendInput {
  /** The paying wallet. */
  readonly address: string
  readonly idempotencyKey: string
  /** The stored JSON text, sent byte for byte. */
  readonly body: string
  /** The owner whose reserved requests of the budget it may use. */
  readonly owner?: string
  readonly signal?: AbortSignal
}

/** The outcome of a sent registration, and the service's answer if there was one. */
export type RegistrationOutcome = Ending & { readonly answer?: RawAnswer }

type Ending =
  | { readonly outcome: 'registered'; readonly transaction: SpendTransaction }
  /** The service already has this key or payment: its list shows what became of it. */
  | { readonly outcome: 'duplicate'; readonly error: AppError }
  /** The service says the payment failed on chain: only the chain can tell. */
  | { readonly outcome: 'retry-spend'; readonly error: AppError }
  /** A definite refusal (400 or 404) of this body. */
  | ({ readonly outcome: 'rejected'; readonly status: number; readonly error: AppError } & ErrorBody)
  /** It is unknown whether it was registered: only the service's list can tell. */
  | { readonly outcome: 'unclear'; readonly error: AppError }
  /** 401, 403 or 429: not processed; the same bytes may be sent again. */
  | { readonly outcome: 'refused'; readonly error: AppError }
  /** It certainly never left this machine. */
  | { readonly outcome: 'not-sent'; readonly error: AppError }

const TIMEOUT_MS = 60_000
const definite = [400, 404]

/** Registers a payment under the given key with exactly the given bytes; every outcome is a value. */
export async function registerSpend(
  exchange: Exchange,
  profile: SpendProfile,
  input: RegisterSpendInput,
): Promise<RegistrationOutcome> {
  const result = await exchange({
    method: 'POST',
    path: `/api/v1/wallets/${encodeURIComponent(input.address)}/transactions/`,
    query: { integrator: profile.integrator },
    headers: { 'Idempotency-Key': input.idempotencyKey },
    body: input.body,
    requestClass: 'registration',
    timeoutMs: TIMEOUT_MS,
    retryWithoutToken: false,
    ...(input.owner === undefined ? {} : { owner: input.owner }),
    ...(input.signal ? { signal: input.signal } : {}),
  })
  if (result.kind === 'not-sent') return { outcome: 'not-sent', error: result.error }
  if (result.kind === 'no-answer') return { outcome: 'unclear', error: result.error }
  const { answer } = result
  const ending: Ending =
    result.kind === 'refused' ? { outcome: 'refused', error: result.error } : readEnding(answer, profile)
  return { ...ending, answer: { status: answer.status, text: storableText(answer, ending).slice(0, MAX_KEPT) } }
}

/** The evidence for support has no code that was delivered. In a recognised error, a code is the error's. */
function storableText(answer: Answer, { outcome }: Ending): string {
  const mayDeliver = isSuccess(answer) && (outcome === 'registered' || outcome === 'unclear')
  return mayDeliver ? coverCodes(textOf(answer)) : textOf(answer)
}

function readEnding(answer: Answer, profile: SpendProfile): Ending {
  const transaction = isSuccess(answer) ? readTransaction(answer, profile) : null
  if (transaction !== null && !('code' in transaction)) return { outcome: 'registered', transaction }
  const error = transaction ?? statusError(answer)
  const recognised = recogniseOutcome(answer)
  if (recognised !== null) return { outcome: recognised, error }
  if (definite.includes(answer.status) && error.code === 'service-rejected') {
    return { outcome: 'rejected', status: answer.status, error, ...readErrorBody(answer) }
  }
  return { outcome: 'unclear', error }
}

function readTransaction(answer: Answer, profile: SpendProfile): SpendTransaction | AppError {
  try {
    return readSpend(answer, profile)
  } catch (thrown) {
    return toAppError(thrown)
  }
}
