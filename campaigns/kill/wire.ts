import { AppError, fromSentError, toSentError, type SentError } from '../../src/shared/errors.ts'

// JSON that also carries integers of any size, and errors of the app.

/** Encodes a value for another process. */
export function encode(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === 'bigint') return { $integer: one.toString() }
    return one instanceof AppError ? { $error: toSentError(one) } : one
  })
}

/** Decodes a value from another process. */
export function decode(text: string): unknown {
  return JSON.parse(text, (_, one: unknown) => {
    if (typeof one !== 'object' || one === null) return one
    if ('$integer' in one) return BigInt(String(one.$integer))
    return '$error' in one ? fromSentError(one.$error as SentError) : one
  })
}
