import { AppError } from '../../shared/errors.ts'
import { SealError } from './seal.ts'

/**
 * Runs work that seals or unseals; throws AppError `locked` if the records key is missing, which only an unlock may restore, or does not
 * fit.
 */
export function withRecordsKey<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof SealError) throw new AppError('locked', 'The records cannot be read yet', { cause })
    throw cause
  }
}
