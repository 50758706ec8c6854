import type { ErrorDetails } from '../../../shared/errors.ts'

/** What a rescue asks for before it replaces a file: nothing at home, in a shop the manager's password or the file's name. */
export function askedProof(details: ErrorDetails | undefined): 'password' | 'typed' | null {
  const asks = details?.['asks']
  return asks === 'password' || asks === 'typed' ? asks : null
}

/** Returns the name of the file that is lost or damaged. */
export function fileNameOf(details: ErrorDetails | undefined): string {
  return String(details?.['file'] ?? '').replace(/^.*[/\\]/, '')
}
