import { AppError } from '../../../shared/errors.ts'
import { forbiddenError } from '../exchange/access-breaker.ts'
import { isHtml, pageError, type Answer } from './answer.ts'
import { refusalReason } from './refusal-reason.ts'
import { readErrorBody } from './error-body.ts'

/** The service's timeout, and "too early": neither is about the request's content. */
const ownTrouble = [408, 425]

/** Returns the AppError for a failed answer; `until` (epoch ms) is how long Till waits after a 403 or 429. */
export function statusError(answer: Answer, until: number | null = null): AppError {
  const { status } = answer
  if (status === 401) return new AppError('service-unauthorized', 'The service does not accept these credentials')
  if (status === 403) return forbiddenError(until ?? 0)
  if (status === 429) return new AppError('service-rate-limited', 'The service asks to wait', { details: { until } })
  if (status >= 500 || ownTrouble.includes(status))
    return new AppError('service-down', 'The service has trouble of its own', { details: { status } })
  if (isHtml(answer)) return pageError(status)
  if (status < 400) {
    return new AppError('service-malformed', 'Something else than the service answered', { details: { status } })
  }
  const { code, message } = readErrorBody(answer)
  const details = { status, code, message, reason: refusalReason(code) }
  return new AppError('service-rejected', 'The service refused the request', { details })
}
