import type { RequestInput } from '../../../shared/contract.ts'
import type { AppError } from '../../../shared/errors.ts'

/** A private key, or a keystore file with its password, as the user enters it. */
export type KeySource = RequestInput<'accounts.import'>['source']

/** Returns the field of a key or keystore file that an error is about; null if it is about neither. */
export function sourceProblem({ code, details }: AppError): 'key' | 'file' | 'password' | null {
  if (code === 'bad-key') return 'key'
  if (code !== 'bad-keystore') return null
  return details?.['reason'] === 'wrong-password' ? 'password' : 'file'
}
