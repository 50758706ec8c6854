import type { ErrorCode, ErrorReason, ErrorView, ReasonedCode } from '../../../shared/errors.ts'
import type { Formats } from '../formats/formats.ts'

/** Codes whose message can name the time when Till continues (`details.until`, epoch milliseconds). */
const timed = [
  'throttled',
  'service-rate-limited',
  'service-budget-spent',
  'service-forbidden',
  'service-down',
] as const satisfies ErrorCode[]
/** Codes whose message can name the missing amount (`details.amount` and `details.symbol`). */
const counted = ['insufficient-token', 'insufficient-gas'] as const satisfies ErrorCode[]

/** Codes whose message can quote the service (`details.message`, a plain line). */
const quoted: readonly ErrorCode[] = ['service-rejected']

/** The key, under `errors`, of every message that an error may have: of its code, and of its code with a reason, a time or an amount. */
export type ErrorKey =
  | ErrorCode
  | `${(typeof timed)[number]}-until`
  /** Of a wait that has ended while its error is still shown. */
  | 'wait-over'
  | `${(typeof counted)[number]}-by`
  | { [C in ReasonedCode]: `${C}-${ErrorReason<C>}` }[ReasonedCode]

export interface ErrorMessage {
  /** The key of the message. */
  readonly key: `errors.${ErrorKey}`
  readonly params: Readonly<Record<string, string>>
  /** The service's own text, quoted after the message; null if it gave none. */
  readonly says: string | null
}

/** Returns an error's message: what happened, what it means for the money, what to do. */
export function errorMessage(error: ErrorView, formats: Formats, now: number): ErrorMessage {
  const { code, details = {} } = error
  const message = quoted.includes(code) ? details['message'] : undefined
  return { ...sentenceOf(error, formats, now), says: typeof message === 'string' && message !== '' ? message : null }
}

function sentenceOf({ code, details = {} }: ErrorView, formats: Formats, now: number): Omit<ErrorMessage, 'says'> {
  const { until, amount, symbol } = details
  if (isOneOf(timed, code) && typeof until === 'number' && until > now) {
    return { key: `errors.${code}-until`, params: { until: formats.clock(until, now) } }
  }
  // A wait of unknown length has 0.
  if (isOneOf(timed, code) && typeof until === 'number' && until > 0) return { key: 'errors.wait-over', params: {} }
  if (isOneOf(counted, code) && typeof amount === 'string' && typeof symbol === 'string') {
    return { key: `errors.${code}-by`, params: { amount: formats.coin(amount, symbol) } }
  }
  const { reason, position = null, address, found, expected } = details
  if (reason) {
    const params = {
      position: String(position),
      ...(typeof address === 'string' ? { address } : {}),
      ...(typeof found === 'number' && typeof expected === 'number'
        ? { found: String(found), expected: String(expected) }
        : {}),
    }
    // The error's constructor took only a reason of its code.
    return { key: `errors.${code}-${reason}` as ErrorMessage['key'], params }
  }
  return { key: `errors.${code}`, params: {} }
}

function isOneOf<C extends ErrorCode>(codes: readonly C[], code: ErrorCode): code is C {
  return codes.some((one) => one === code)
}
