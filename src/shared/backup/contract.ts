import { z } from 'zod'
import { backupFileView, backupFoundView } from './file-views.ts'
import { appView } from '../app/views.ts'
import { backupView } from '../history/views.ts'
import { nothing, type Requests } from '../contract-entry.ts'

const password = z.string().min(1).max(1000)
/** As it was typed, in a window without a dialog; null asks for the system's. */
const typedPath = z.string().min(1).max(2000).nullable().default(null)

/** What a renderer may ask about the files that carry a whole wallet to another machine. */
export const backupRequests = {
  'backupFile.get': { input: nothing, output: backupFileView, permission: 'manager' },
  /** Makes backups in a folder from now on, the first at once; takes the password. Nothing changes if the person changed their mind. */
  'backupFile.choose': {
    input: z.object({ password, folder: typedPath }),
    output: backupFileView,
    permission: 'manager',
  },
  /** Makes a backup now in the folder that was chosen. */
  'backupFile.make': { input: nothing, output: backupFileView, permission: 'manager' },
  /** Stops automatic backups; existing files stay. Takes the password. */
  'backupFile.stop': { input: z.object({ password }), output: backupFileView, permission: 'manager' },
  /** Reads a backup file before there is a wallet; null if the person changed their mind. */
  'backupFile.open': {
    input: z.object({ file: typedPath }),
    output: backupFoundView.nullable(),
    permission: 'manager',
  },
  /** Restores the wallet from the file that was read, with the password it had then; only while there is none. */
  'backupFile.restore': { input: z.object({ password }), output: appView, permission: 'manager' },
  'backup.get': { input: nothing, output: backupView, permission: 'manager' },

  'backup.make': { input: nothing, output: backupView, permission: 'manager' },

  /** Checks again for a ledger that is missing or cannot be read, and starts with it; only while that is so. */
  'ledger.check': { input: nothing, output: z.void(), permission: 'manager' },

  /** Puts the newest good copy in the place of a ledger that is missing or cannot be read; only while that is so. */
  'ledger.restore': { input: nothing, output: z.void(), permission: 'manager' },

  /** Puts an empty ledger in the place of one that is missing or cannot be read; only while that is so, and there is no good copy. */
  'ledger.startEmpty': { input: nothing, output: z.void(), permission: 'manager' },
} as const satisfies Requests
