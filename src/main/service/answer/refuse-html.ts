import { AppError } from '../../../shared/errors.ts'
import { isHtml, type Answer } from './answer.ts'

/** Throws `service-malformed` for a page meant for people: its 404 says nothing about what the service knows. */
export function refuseHtml(answer: Answer): void {
  if (isHtml(answer)) throw new AppError('service-malformed', 'Something else than the service answered')
}
