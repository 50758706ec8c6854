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
  'bad-words',
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
  'wallet-moved',
  'ledger-damaged',
  'bad-backup',
  'backup-failed',
  'profile-in-use',
  // shop
  'printer-failed',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Plain values that explain an error: a field's name, a time in epoch milliseconds, an amount. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>

/** The only error that crosses from main to renderer: a code from the closed list, without secrets. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined

  constructor(code: ErrorCode, message: string, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details
  }
}

/** Returns the AppError for anything thrown: the error itself, or `internal` without the original's text. */
export function toAppError(thrown: unknown): AppError {
  return thrown instanceof AppError
    ? thrown
    : new AppError('internal', 'Something went wrong inside Till', { cause: thrown })
}
