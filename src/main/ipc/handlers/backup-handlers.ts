import type { backupRequests } from '../../../shared/backup/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { DailyCopies } from '../../backup/daily-copies.ts'
import type { Vault } from '../../vault/vault.ts'
import { refuseNoPath, type BackupFiles } from '../../backup/backup-files.ts'
import type { Restoring } from '../../backup/restoring.ts'
import type { HandlersOf } from '../channel/handlers.ts'

export interface BackupParts {
  /** Daily copies of the ledger. */
  readonly dailyCopies: DailyCopies
  readonly vault: Vault
  readonly backupFiles: BackupFiles
  readonly restoring: Restoring
}

/** Answers requests about copies of the ledger and backup files. */
export function backupHandlers({
  vault,
  dailyCopies,
  backupFiles,
  restoring,
}: BackupParts): HandlersOf<typeof backupRequests> {
  return {
    'backupFile.get': () => backupFiles.view(),
    async 'backupFile.choose'({ password, folder }) {
      // Checking a password is slow; a typo in the path needs no check.
      refuseNoPath(folder)
      // A compromised page must not decide where files go, and it knows no password.
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
    'ledgerCopies.get': () => dailyCopies.view(),
    'ledgerCopies.make': () => dailyCopies.make(),
    'ledger.check': refuseRescue,
    'ledger.restore': refuseRescue,
    'ledger.startEmpty': refuseRescue,
  }
}

function refuseRescue(): never {
  throw new AppError('not-allowed', 'The ledger is not lost')
}
