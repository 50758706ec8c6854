import { AppError } from '../../../shared/errors.ts'

/** Returns the AppError for a draft that already became a purchase, or is gone. */
export function draftBought(): AppError {
  return new AppError('not-allowed', 'What was prepared was bought or removed', { details: { reason: 'draft-bought' } })
}
