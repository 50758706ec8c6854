import { AppError } from '../../shared/errors.ts'
import { SealError } from './seal.ts'

/** Runs what seals or unseals; AppError `locked` where the records key is missing, which only an unlock may bring, or does not fit. */
export function withRecordsKey<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof SealError) throw new AppError('locked', 'The records can not be read yet', { cause })
    throw cause
  }
}
