import { AppError } from '../../shared/errors.ts'

/** What the service answered, whatever its status. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
}

export function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300
}

export function textOf(answer: Answer): string {
  return new TextDecoder().decode(answer.body)
}

/** The parsed JSON of an answer; throws `service-malformed`. */
export function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(textOf(answer))
  } catch (cause) {
    throw new AppError('service-malformed', 'The service’s answer is not JSON', { cause })
  }
}

/** Whether a page meant for people came instead of the service's answer: a proxy, a portal, a wrong address. */
export function isHtml(answer: Answer): boolean {
  return answer.contentType.includes('html') || /^\s*<(?:!doctype|html|head|body)\b/i.test(textOf(answer).slice(0, 500))
}
