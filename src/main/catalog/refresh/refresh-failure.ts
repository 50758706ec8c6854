import { AppError, toAppError, toErrorView, type ErrorView } from '../../../shared/errors.ts'
import { isDiskError } from '../../db/disk-errors.ts'

/** Returns the status's failure for an error: `not-allowed` with the reason `not-saved` if the disk failed. */
export function refreshFailure(thrown: unknown): ErrorView {
  if (isDiskError(thrown) || isFileError(thrown)) return { code: 'not-allowed', details: { reason: 'not-saved' } }
  return toErrorView(toAppError(thrown))
}

/** Returns whether an error comes from the file system (https://nodejs.org/api/errors.html#class-systemerror). */
function isFileError(thrown: unknown): boolean {
  return !(thrown instanceof AppError) && thrown instanceof Error && 'syscall' in thrown
}
