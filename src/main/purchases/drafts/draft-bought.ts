import { AppError } from '../../../shared/errors.ts'

/** What was prepared became a purchase already, or is gone: it does not become another one. */
export function draftBought(): AppError {
  return new AppError('not-allowed', 'What was prepared was bought or removed', { details: { reason: 'draft-bought' } })
}
