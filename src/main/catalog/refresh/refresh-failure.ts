import type { CatalogFailure } from '../../../shared/catalog/views.ts'
import { AppError, toAppError } from '../../../shared/errors.ts'
import { isDiskError } from '../../db/is-disk-error.ts'

/** What ended a refresh, as its status tells it: `not-allowed` with the reason `not-saved` where the disk did not take it. */
export function refreshFailure(thrown: unknown): CatalogFailure {
  if (isDiskError(thrown) || isFileError(thrown)) return { code: 'not-allowed', details: { reason: 'not-saved' } }
  const { code, details } = toAppError(thrown)
  return details === undefined ? { code } : { code, details: { ...details } }
}

/** Whether an error is the file system's own (https://nodejs.org/api/errors.html#class-systemerror). */
function isFileError(thrown: unknown): boolean {
  return !(thrown instanceof AppError) && thrown instanceof Error && 'syscall' in thrown
}
