import { AppError } from '../../shared/errors.ts'
import type { FileText, Shell } from './shell.ts'

/** Writes a file to a path the user chooses; the path is null if they cancel. Throws AppError `not-allowed` if it cannot be written. */
export type SaveFile = (name: string, text: FileText) => Promise<{ path: string | null }>

/** Returns the function with which all handlers write files. */
export function saveFileWith(shell: Pick<Shell, 'saveFile'>): SaveFile {
  return async (name, text) => {
    const path = await shell.saveFile(name, text).catch((cause: unknown) => {
      const details = { reason: 'not-saved' } as const
      throw new AppError('not-allowed', 'The file could not be written', { details, cause })
    })
    return { path }
  }
}
