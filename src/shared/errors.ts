import type { QuoteProblem } from './checkout/quote-problems.ts'
import type { errorReasons, PayingStop } from './error-reasons.ts'

/** All error codes between main and renderer; the renderer chooses the message by code. */
export const errorCodes = [
  // input
  'invalid-input',
  'not-found',
  'not-allowed',
  // vault
  'no-wallet',
  'wallet-exists',
  'locked',
  'wrong-password',
  'wrong-pin',
  'weak-password',
  'throttled',
  'bad-phrase',
  'backup-check-failed',
  'vault-damaged',
  'bad-key',
  'bad-keystore',
  'account-exists',
  'watch-only',
  // service
  'no-profile',
  'offline',
  'service-timeout',
  'service-down',
  'service-unauthorized',
  'service-forbidden',
  'service-rate-limited',
  'service-budget-spent',
  'service-rejected',
  'service-malformed',
  // chain
  'network-unknown',
  'network-unreachable',
  'network-mismatch',
  'nodes-disagree',
  'token-unknown',
  // checkout
  'fields-invalid',
  'insufficient-token',
  'insufficient-gas',
  'balance-unknown',
  'quote-expired',
  'quote-changed',
  'quote-refused',
  'price-only',
  'terms-needed',
  'allowance-bounds',
  'purchase-in-progress',
  'simulation-failed',
  'limit-reached',
  // storage
  'paying-stopped',
  'wallet-used-elsewhere',
  'ledger-damaged',
  'bad-backup',
  'backup-failed',
  'profile-in-use',
  // shop
  'printer-failed',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** The codes whose errors may give a reason. */
export type ReasonedCode = keyof typeof errorReasons
/** The reasons of a code. The default makes a code that does not exist a compile error. */
export type ErrorReason<C extends ErrorCode = ReasonedCode> = C extends ReasonedCode
  ? (typeof errorReasons)[C][number]
  : never

/**
 * Plain values that explain an error: a reason of its code, the problem of an offer that cannot be paid, why paying is stopped, a field's
 * name, a time in epoch milliseconds, an amount. The log writes the first three.
 */
export type ErrorDetails<C extends ErrorCode = ErrorCode> = Readonly<
  Record<string, string | number | boolean | null>
> & {
  readonly reason?: ErrorReason<C> | null
  readonly problem?: QuoteProblem | null
  readonly cause?: PayingStop | null
}

interface ErrorOptions<C extends ErrorCode> {
  readonly details?: ErrorDetails<C> | undefined
  readonly cause?: unknown
}
/** The arguments of an error's constructor, by code: a reason of another code does not compile. */
type ErrorArguments = {
  [C in ErrorCode]: [code: C, message: string, options?: ErrorOptions<C>]
}[ErrorCode]

/**
 * The only error that crosses from main to renderer: a code from the closed list, without secrets. Its `message` is for developers: the
 * log shows it, a screen never does. Screens choose their words by code and reason.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined

  constructor(...[code, message, { details, cause } = {}]: ErrorArguments) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.details = details
  }
}

/** Returns the AppError for anything thrown: the error itself, or `internal` without the original's text. */
export function toAppError(thrown: unknown): AppError {
  return thrown instanceof AppError
    ? thrown
    : new AppError('internal', 'Something went wrong inside Till', { cause: thrown })
}

/** An error as a view carries it: without its message, which is for developers. */
export interface ErrorView<C extends ErrorCode = ErrorCode> {
  readonly code: C
  readonly details?: ErrorDetails<C> | undefined
}

export function toErrorView({ code, details }: AppError): ErrorView {
  return { code, details }
}

/** An AppError as it crosses to another thread, process or page. */
export interface SentError extends ErrorView {
  readonly message: string
}

export function toSentError({ code, message, details }: AppError): SentError {
  return details === undefined ? { code, message } : { code, message, details }
}

/** Recreates the AppError that another thread or process sent. Its own constructor judged the reason. */
export function fromSentError({ code, message, details }: SentError): AppError {
  return new AppError(...([code, message, { details }] as ErrorArguments))
}
