import type { AppError } from '../../../shared/errors.ts'

/** The field of a key or keystore file that an error is about; null where it is about none of them. */
export function sourceProblem({ code, details }: AppError): 'key' | 'file' | 'password' | null {
  if (code === 'bad-key') return 'key'
  if (code !== 'bad-keystore') return null
  return details?.['reason'] === 'wrong-password' ? 'password' : 'file'
}
