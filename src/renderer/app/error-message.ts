import type { ErrorCode, ErrorDetails } from '../../shared/errors.ts'
import type { Formats } from './formats.ts'

/** Codes whose message can name the time when Till continues (`details.until`, epoch milliseconds). */
const timed: readonly ErrorCode[] = [
  'throttled',
  'service-rate-limited',
  'service-budget-spent',
  'service-forbidden',
  'service-down',
]
/** Codes whose message can name the missing amount (`details.amount` and `details.symbol`). */
const counted: readonly ErrorCode[] = ['insufficient-token', 'insufficient-gas']

/** Codes whose message can quote the service (`details.message`, a plain line). */
const quoted: readonly ErrorCode[] = ['service-rejected']

/** Codes with a message of their own for some reasons (`details.reason`). */
const reasons: Partial<Record<ErrorCode, readonly string[]>> = {
  'service-rejected': ['balance', 'product', 'coin', 'network'],
  throttled: ['locked-out'],
  'bad-words': ['unknown-word', 'count', 'checksum'],
  'backup-check-failed': ['expired'],
  'bad-backup': [
    'not-a-backup',
    'newer',
    'too-old',
    'damaged',
    'costly',
    'other-wallet',
    'gone',
    'unreadable',
    'disk-full',
    'not-a-path',
  ],
  'backup-failed': [
    'folder-gone',
    'read-only',
    'disk-full',
    'not-verified',
    'no-key',
    'not-a-path',
    'beside-the-wallet',
  ],
  'bad-keystore': ['malformed', 'too-costly', 'wrong-password', 'wrong-address'],
  'not-allowed': [
    'remote-service',
    'no-browser',
    'moved-on',
    'refund-settled',
    'fee-too-high',
    'not-refused',
    'not-in-block',
    'may-be-paid',
    'retried-already',
    'not-saved',
    'taken-back',
    'claimed',
    'claim-waits',
    'not-claimable',
    'withdrawn',
    'other-account',
    'draft-bought',
    'account-busy',
    'wallet-busy',
    'words-not-enough',
    'name-taken',
    'recipient-known',
    'too-many-recipients',
    'role',
    'no-prices',
    'no-shift',
    'shift-open',
    'drawer-short',
    'too-little',
    'price-above',
    'same-sale',
    'needs-manager',
    'not-owed',
    'other-currency',
    'policy',
    'above-policy',
    'register-known',
    'too-many-registers',
  ],
  'network-mismatch': ['other-node', 'strange-node'],
  'service-budget-spent': ['rush'],
  'purchase-in-progress': ['revoking'],
  'wallet-moved': ['revoking', 'sending', 'claiming', 'unanswered'],
  'simulation-failed': ['revoking', 'sending', 'claiming', 'nodes-differ'],
  'quote-refused': [
    'revoking',
    'claiming',
    'sending',
    'sending-fee',
    'sending-coin',
    'other-coin',
    'already-paid',
    'fee-unread',
    'signature',
  ],
  'quote-expired': ['fee', 'sending'],
  'quote-changed': ['clipboard', 'not-tried', 'price', 'escrow-fee', 'claim'],
  'insufficient-token': ['nothing'],
  'invalid-input': [
    'not-an-address',
    'checksum',
    'nobody',
    'self',
    'own-contract',
    'amount',
    'typed-group',
    'logo',
    'paper',
  ],
  'printer-failed': ['none', 'system', 'unknown-host', 'elsewhere', 'refused', 'unreachable', 'cut-off'],
}

/** The error to show: an AppError, or its counterpart in a view. */
export interface ShownError {
  readonly code: ErrorCode
  readonly details?: ErrorDetails | undefined
}

export interface ErrorMessage {
  /** The key of the message. */
  readonly key: string
  readonly params: Readonly<Record<string, string>>
  /** The service's own text, quoted after the message; null if it gave none. */
  readonly says: string | null
}

/** Returns an error's message: what happened, what it means for the money, what to do. */
export function errorMessage(error: ShownError, formats: Formats, now: number): ErrorMessage {
  const { code, details = {} } = error
  const message = quoted.includes(code) ? details['message'] : undefined
  return { ...sentenceOf(error, formats, now), says: typeof message === 'string' && message !== '' ? message : null }
}

function sentenceOf({ code, details = {} }: ShownError, formats: Formats, now: number): Omit<ErrorMessage, 'says'> {
  const { until, amount, symbol } = details
  if (timed.includes(code) && typeof until === 'number' && until > now) {
    return { key: `errors.${code}-until`, params: { until: formats.clock(until, now) } }
  }
  if (counted.includes(code) && typeof amount === 'string' && typeof symbol === 'string') {
    return { key: `errors.${code}-by`, params: { amount: formats.coin(amount, symbol) } }
  }
  const { reason, position = null, address, found, expected } = details
  if (typeof reason === 'string' && reasons[code]?.includes(reason)) {
    const params = {
      position: String(position),
      ...(typeof address === 'string' ? { address } : {}),
      ...(typeof found === 'number' && typeof expected === 'number'
        ? { found: String(found), expected: String(expected) }
        : {}),
    }
    return { key: `errors.${code}-${reason}`, params }
  }
  return { key: `errors.${code}`, params: {} }
}

/** Returns every key that `errorMessage` may return, for the test that all have messages. */
export function errorMessageKeys(codes: readonly ErrorCode[]): string[] {
  return codes.flatMap((code) => [
    `errors.${code}`,
    ...(timed.includes(code) ? [`errors.${code}-until`] : []),
    ...(counted.includes(code) ? [`errors.${code}-by`] : []),
    ...(reasons[code] ?? []).map((reason) => `errors.${code}-${reason}`),
  ])
}
