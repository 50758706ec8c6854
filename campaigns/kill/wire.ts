import { AppError, type ErrorCode, type ErrorDetails } from '../../src/shared/errors.ts'

// JSON that also carries integers of any size, and errors of the app.

interface WrittenError {
  readonly code: ErrorCode
  readonly message: string
  readonly details?: ErrorDetails
}

/** Encodes a value for another process. */
export function encode(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === 'bigint') return { $integer: one.toString() }
    if (!(one instanceof AppError)) return one
    const { code, message, details } = one
    return { $error: { code, message, details } }
  })
}

/** Decodes a value from another process. */
export function decode(text: string): unknown {
  return JSON.parse(text, (_, one: unknown) => {
    if (typeof one !== 'object' || one === null) return one
    if ('$integer' in one) return BigInt(String(one.$integer))
    if (!('$error' in one)) return one
    const { code, message, details } = one.$error as WrittenError
    return new AppError(code, message, details && { details })
  })
}
