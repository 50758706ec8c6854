import { AppError } from '../../shared/errors.ts'
import type { FileText } from '../shell/file-text.ts'
import type { Shell } from '../shell/shell.ts'

/** Writes a file where the person chooses; null where they chose nowhere. AppError `not-allowed` where it cannot be written. */
export type SaveFile = (name: string, text: FileText) => Promise<{ path: string | null }>

/** Returns the one way in which handlers write files. */
export function saveFileWith(shell: Pick<Shell, 'saveFile'>): SaveFile {
  return async (name, text) => {
    const path = await shell.saveFile(name, text).catch((cause: unknown) => {
      const details = { reason: 'not-saved' }
      throw new AppError('not-allowed', 'The file could not be written', { details, cause })
    })
    return { path }
  }
}
