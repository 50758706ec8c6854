import { AppError } from '../../../shared/errors.ts'
import type { UnsavedError } from '../exchange/read-body.ts'

/** The service's answer, whatever its status. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  /** The service's entity tag for this answer. */
  readonly etag: string | null
  /** Empty if the body was to be saved to a file. */
  readonly body: Uint8Array
  /** The bytes of the saved file, or why it was not saved; null if nothing was to be saved. */
  readonly saved: number | UnsavedError | null
}

export function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300
}

export function textOf(answer: Answer): string {
  return new TextDecoder().decode(answer.body)
}

/** Returns the parsed JSON of an answer. Integers beyond 2^53 become text, since one may be an id. Throws `service-malformed`. */
export function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(textOf(answer), (_, value: unknown, context?: { source?: string }) =>
      Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value,
    )
  } catch (cause) {
    if (isHtml(answer)) throw pageError()
    throw new AppError('service-malformed', 'The service’s answer is not JSON', { cause })
  }
}

/** Returns whether an HTML page came instead of the service's answer: from a proxy, a captive portal or a wrong address. */
export function isHtml(answer: Answer): boolean {
  return answer.contentType.includes('html') || /^\s*<(?:!doctype|html|head|body)\b/i.test(textOf(answer).slice(0, 500))
}

/** Throws `service-malformed` for an HTML page: its 404 says nothing about the service's data. */
export function refuseHtml(answer: Answer): void {
  if (isHtml(answer)) throw pageError()
}

/** Returns the error of a web page that came instead of the service's answer. */
export function pageError(status?: number): AppError {
  return new AppError('service-malformed', 'A web page answered instead of the service', {
    details: { reason: 'page', ...(status === undefined ? {} : { status }) },
  })
}
