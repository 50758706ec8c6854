import { AppError } from '../../../shared/errors.ts'
import type { UnsavedError } from '../exchange/read-body.ts'

/** What the service answered, whatever its status. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  /** By which the service knows this very answer again. */
  readonly etag: string | null
  /** Empty where it was to be saved. */
  readonly body: Uint8Array
  /** The bytes of the file, or why there is none; null where nothing was to be saved. */
  readonly saved: number | UnsavedError | null
}

export function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300
}

export function textOf(answer: Answer): string {
  return new TextDecoder().decode(answer.body)
}

/** The parsed JSON of an answer, whose integers beyond 2^53 are the text of their digits: one may be an id. Throws `service-malformed`. */
export function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(textOf(answer), (_, value: unknown, context?: { source?: string }) =>
      Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value,
    )
  } catch (cause) {
    throw new AppError('service-malformed', 'The service’s answer is not JSON', { cause })
  }
}

/** Whether a page meant for people came instead of the service's answer: a proxy, a portal, a wrong address. */
export function isHtml(answer: Answer): boolean {
  return answer.contentType.includes('html') || /^\s*<(?:!doctype|html|head|body)\b/i.test(textOf(answer).slice(0, 500))
}
