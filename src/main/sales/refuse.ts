import { AppError } from '../../shared/errors.ts'

/** Throws AppError `not-allowed` with the reason. */
export function refuse(reason: string, message: string): never {
  throw new AppError('not-allowed', message, { details: { reason } })
}
