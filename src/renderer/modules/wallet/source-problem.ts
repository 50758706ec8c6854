import type { AppError } from '../../../shared/errors.ts'

/** Returns the field of a key or keystore file that an error is about; null if it is about neither. */
export function sourceProblem({ code, details }: AppError): 'key' | 'file' | 'password' | null {
  if (code === 'bad-key') return 'key'
  if (code !== 'bad-keystore') return null
  return details?.['reason'] === 'wrong-password' ? 'password' : 'file'
}
