import { z } from 'zod'
import type { CheckMessage } from '../../shared/services/check-parts.ts'
import type { AppError } from '../../shared/errors.ts'
import { isHtml, jsonOf, type Answer } from '../service/answer/answer.ts'
import { readErrorBody } from '../service/answer/error-body.ts'

/** Why a request had no good answer, with the values for its message. */
export interface Trouble {
  readonly message: CheckMessage
  readonly values: Readonly<Record<string, string | number>>
}

const PATHS_SHOWN = 5
const MINUTE = 60_000

/** Converts an error to one of the check's messages; `answer` is the service's last one, null if there was none. */
export function toTrouble(error: AppError, answer: Answer | null, now: number): Trouble {
  switch (error.code) {
    case 'offline':
      return plain('trouble.offline')
    case 'service-timeout':
      return plain('trouble.timeout')
    case 'service-budget-spent':
      return plain(error.details?.['budget'] === 'check' ? 'skipped.used-up' : 'skipped.hour')
    case 'service-rate-limited':
      return limited(error.details?.['until'], now)
    case 'service-forbidden':
      return plain('trouble.forbidden')
    case 'service-unauthorized':
      return plain('trouble.unauthorized')
    case 'internal':
      return plain('trouble.internal')
    default:
      return answer === null ? plain('trouble.too-large') : answered(answer, error)
  }
}

function limited(until: unknown, now: number): Trouble {
  if (typeof until !== 'number') return plain('trouble.limited')
  return { message: 'trouble.limited-for', values: { minutes: Math.max(1, Math.ceil((until - now) / MINUTE)) } }
}

function plain(message: CheckMessage): Trouble {
  return { message, values: {} }
}

function answered(answer: Answer, error: AppError): Trouble {
  const { status } = answer
  if (status >= 500) return { message: 'trouble.down', values: { status } }
  if (status >= 300 && status < 400) return { message: 'trouble.redirect', values: { status } }
  if (status === 404 || status === 405) return { message: 'trouble.absent', values: { status } }
  if (isHtml(answer)) return plain('trouble.page')
  if (status >= 400 || error.code === 'service-rejected') return refused(answer)
  if (!isJson(answer)) return plain('trouble.not-json')
  const paths = pathsOf(error)
  return paths === '' ? plain('trouble.other') : { message: 'trouble.shape', values: { paths } }
}

function refused(answer: Answer): Trouble {
  const { status } = answer
  const message = readErrorBody(answer).message.slice(0, 200)
  if (message === '') return { message: 'trouble.refused-silently', values: { status } }
  return { message: 'trouble.refused', values: { status, message } }
}

function isJson(answer: Answer): boolean {
  try {
    jsonOf(answer)
    return true
  } catch {
    return false
  }
}

/** Returns where the answer's shape differs; nothing if all of it does. */
function pathsOf({ cause }: AppError): string {
  if (!(cause instanceof z.ZodError)) return ''
  const paths = cause.issues.map(({ path }) => path.join('.')).filter((path) => path !== '')
  return [...new Set(paths)].slice(0, PATHS_SHOWN).join(', ')
}
