import type { Vault } from '../vault/vault.ts'
import { refuseNoPath, type BackupFiles } from '../backup/backup-files.ts'
import type { Restoring } from '../backup/restoring.ts'
import type { Handlers } from './handlers.ts'

type BackupRequest = Extract<keyof Handlers, `backupFile.${string}`>

export interface BackupParts {
  readonly vault: Vault
  readonly backupFiles: BackupFiles
  readonly restoring: Restoring
}

/** What is asked about the files that carry a wallet to another machine. */
export function backupHandlers({ vault, backupFiles, restoring }: BackupParts): Pick<Handlers, BackupRequest> {
  return {
    'backupFile.get': () => backupFiles.view(),
    async 'backupFile.choose'({ password, folder }) {
      // Checking a password takes its time: a slip of the pen needs none.
      refuseNoPath(folder)
      // Main alone decides where files go: a page that was taken over knows no password.
      await vault.verify(password)
      return backupFiles.choose(folder)
    },
    'backupFile.make': () => backupFiles.make(),
    async 'backupFile.stop'({ password }) {
      await vault.verify(password)
      return backupFiles.forgetFolder()
    },
    'backupFile.open': ({ file }) => restoring.open(file),
    'backupFile.restore': ({ password }) => restoring.restore(password),
  }
}
