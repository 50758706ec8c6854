import type { BackupFileView } from '../../src/shared/backup/file-views.ts'
import type { RequestArgument, RequestName, RequestOutput } from '../../src/shared/contract.ts'
import { AppError } from '../../src/shared/errors.ts'

type App = RequestOutput<'app.get'>
type Request = Extract<RequestName, `backupFile.${string}`>

/** What a show or a test may change about backup files. */
export interface BackupScript {
  backupFile: BackupFileView
}

/** One made this morning, to a stick. */
export const scriptedBackupFile = (hoursAgo = 5): BackupFileView => ({
  folder: '/media/you/STICK/Till',
  lastAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
  lastFile: '/media/you/STICK/Till/till-2026-11-22-061500.tillbackup',
  problem: null,
  isDue: false,
  dueAfterDays: 14,
  typesPaths: true,
})

/** No folder was chosen, and nothing was ever made. */
export const noBackupFile: BackupFileView = {
  ...{ folder: null, lastAt: null, lastFile: null, problem: null },
  ...{ isDue: false, dueAfterDays: 14, typesPaths: true },
}

/** Plays the part of main for backup files. */
export function createScriptedBackup(
  script: BackupScript,
  password: (text: string) => void,
  restored: () => App,
): { [N in Request]: (input: RequestArgument<N>) => RequestOutput<N> } {
  return {
    'backupFile.get': () => script.backupFile,
    'backupFile.choose'(input) {
      password(input.password)
      if (script.backupFile.typesPaths && !input.folder?.startsWith('/'))
        throw new AppError('backup-failed', 'No', { details: { reason: 'not-a-path' } })
      return (script.backupFile = { ...scriptedBackupFile(0), ...(input.folder && { folder: input.folder }) })
    },
    'backupFile.make': () =>
      (script.backupFile = { ...script.backupFile, problem: null, lastAt: new Date().toISOString(), isDue: false }),
    'backupFile.stop'(input) {
      password(input.password)
      return (script.backupFile = { ...script.backupFile, folder: null })
    },
    'backupFile.open': ({ file }) => ({
      path: file ?? '/media/you/STICK/till-2026-11-22-061500.tillbackup',
      madeAt: new Date(Date.now() - 26 * 3_600_000).toISOString(),
      accounts: 3,
    }),
    'backupFile.restore'(input) {
      password(input.password)
      return restored()
    },
  }
}
