import { AppError } from '../../../shared/errors.ts'
import { isHtml, type Answer } from './answer.ts'

/** Throws `service-malformed` for an HTML page: its 404 says nothing about the service's data. */
export function refuseHtml(answer: Answer): void {
  if (isHtml(answer)) throw new AppError('service-malformed', 'Something else than the service answered')
}
