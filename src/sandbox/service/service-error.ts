import type { ErrorCode } from './error-codes.ts'

/** An error answer of the service: a status, and `{errorCode, fields, message}` as its body. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 503
  readonly errorCode: ErrorCode
  readonly fields: Readonly<Record<string, string>>
  /** Further members of the body. */
  readonly extra: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: ServiceError['status'],
    errorCode: ErrorCode,
    message: string,
    more: {
      fields?: Readonly<Record<string, string>>
      extra?: Readonly<Record<string, string>>
      headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(message)
    this.status = status
    this.errorCode = errorCode
    this.fields = more.fields ?? {}
    this.extra = more.extra ?? {}
    this.headers = more.headers ?? {}
  }

  body() {
    return { errorCode: this.errorCode, fields: this.fields, message: this.message, ...this.extra }
  }
}

/** Creates a 400 that names the wrong fields and why. */
export function invalid(
  fields: Readonly<Record<string, string>>,
  errorCode: ErrorCode = 'INVALID_PARAMETERS',
): ServiceError {
  const message = Object.entries(fields).map(([name, problem]) => `${name}: ${problem}`)
  return new ServiceError(400, errorCode, message.join('; '), { fields })
}
