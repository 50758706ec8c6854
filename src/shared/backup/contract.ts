import { z } from 'zod'
import { backupFileView, backupFoundView, ledgerCopiesView } from './views.ts'
import { appView } from '../app/views.ts'
import { managerProof, nothing, type Requests } from '../contract-entry.ts'

const password = z.string().min(1).max(1000)
/** The path as typed, in a window without a file dialog; null opens the system's dialog. */
const typedPath = z.string().min(1).max(2000).nullable().default(null)

/** The requests about backup files, which carry a whole wallet to another machine. */
export const backupRequests = {
  /** Returns where backups are made, the last one, and whether one is due. */
  'backupFile.get': { input: nothing, output: backupFileView, permission: 'manager' },
  /** Makes backups in a folder from now on, the first at once. Takes the password. Changes nothing if the person cancels. */
  'backupFile.choose': {
    input: z.object({ password, folder: typedPath }),
    output: backupFileView,
    permission: 'manager',
  },
  /** Makes a backup now in the chosen folder. */
  'backupFile.make': { input: nothing, output: backupFileView, permission: 'manager' },
  /** Stops automatic backups; existing files stay. Takes the password. */
  'backupFile.stop': { input: z.object({ password }), output: backupFileView, permission: 'manager' },
  /** Reads a backup file before there is a wallet, or one of the same wallet while it is locked; null if the person cancels. */
  'backupFile.open': {
    input: z.object({ file: typedPath }),
    output: backupFoundView.nullable(),
    permission: 'manager',
  },
  /**
   * Restores the wallet from the file that was read, with the password it had then: before there is a wallet, or in place of the same wallet's
   * keys while it is locked.
   */
  'backupFile.restore': { input: z.object({ password }), output: appView, permission: 'manager' },
  /** Returns when the ledger was last copied on this machine, and where to. */
  'ledgerCopies.get': { input: nothing, output: ledgerCopiesView, permission: 'manager' },
  /** Copies the ledger now. */
  'ledgerCopies.make': { input: nothing, output: ledgerCopiesView, permission: 'manager' },
  /** Checks again for a ledger that is missing or unreadable, and starts with it. Only while that is so. */
  'ledger.check': { input: nothing, output: z.void(), permission: 'manager' },

  /** Replaces a missing or unreadable ledger with the newest good copy. Only while that is so. In a shop it takes a proof. */
  'ledger.restore': { input: managerProof, output: z.void(), permission: 'manager' },

  /** Replaces a missing or unreadable ledger with an empty one. Only while that is so and there is no good copy. In a shop it takes a proof. */
  'ledger.startEmpty': { input: managerProof, output: z.void(), permission: 'manager' },
} as const satisfies Requests
