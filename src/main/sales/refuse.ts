import { AppError } from '../../shared/errors.ts'

/** Throws AppError `not-allowed` with its reason. */
export function refuse(reason: string, message: string): never {
  throw new AppError('not-allowed', message, { details: { reason } })
}
