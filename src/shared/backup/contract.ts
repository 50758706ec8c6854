import { z } from 'zod'
import { backupFileView, backupFoundView } from './file-views.ts'
import { appView } from '../views.ts'

const nothing = z.undefined()
const password = z.string().min(1).max(1000)
/** As it was typed, in a window without a dialog; null asks for the system's. */
const typedPath = z.string().min(1).max(2000).nullable().default(null)

/** What a renderer may ask about the files that carry a whole wallet to another machine. */
export const backupRequests = {
  'backupFile.get': { input: nothing, output: backupFileView },
  /** Makes backups in a folder from now on, the first at once; takes the password. Nothing changes if the person changed their mind. */
  'backupFile.choose': { input: z.object({ password, folder: typedPath }), output: backupFileView },
  /** Makes a backup now in the folder that was chosen. */
  'backupFile.make': { input: nothing, output: backupFileView },
  /** Stops automatic backups; existing files stay. Takes the password. */
  'backupFile.stop': { input: z.object({ password }), output: backupFileView },
  /** Reads a backup file before there is a wallet; null if the person changed their mind. */
  'backupFile.open': { input: z.object({ file: typedPath }), output: backupFoundView.nullable() },
  /** Restores the wallet from the file that was read, with the password it had then; only while there is none. */
  'backupFile.restore': { input: z.object({ password }), output: appView },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
