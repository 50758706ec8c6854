import { isAbsolute } from 'node:path'
import type { Reply } from '../../shared/contract.ts'
import type { BackupFoundView } from '../../shared/backup/views.ts'
import { AppError } from '../../shared/errors.ts'
import { createMutex } from '../../shared/mutex.ts'
import type { AppView } from '../../shared/app/views.ts'
import { badBackup } from './backup-format.ts'
import { stageRestore, readBackupFile, type RestoringBackup } from './restore-backup.ts'
import type { Dialogs } from './backup-files.ts'
import { openCopy, type OpeningCopy } from '../vault/file/open-copy.ts'
import { accountsOf } from '../vault/file/vault-box.ts'
import type { VaultAccount } from '../vault/file/vault-file.ts'

export interface RestoringOptions {
  readonly dataDir: string
  readonly dialogs: Dialogs
  readonly now: () => number
  readonly opening: OpeningCopy
  /** Throws if the current data must not be replaced; `backup` is null before a file is chosen. */
  readonly refuse: (backup: ChosenBackup | null) => void
  readonly partsOf: RestoringBackup['partsOf']
  /** Restarts with the prepared files; returns what takes requests from then on. */
  readonly restart: (
    recordsKey: Uint8Array,
  ) => Promise<{ request(trusted: boolean, name: string, input: unknown): Promise<Reply> }>
}

/** The wallet in a backup file. */
export interface ChosenBackup {
  readonly wallet: string
  readonly accounts: readonly VaultAccount[]
}

/** Restores a wallet, or its lost part, from a backup file. */
export interface Restoring {
  /** Reads the header of a file that the user chooses; `typed` null opens the system's dialog. Throws AppError `bad-backup`. */
  open(typed: string | null): Promise<BackupFoundView | null>
  /** Restores the file that was opened and unlocks the wallet. Throws AppError `wrong-password`, `throttled`, `bad-backup`. */
  restore(password: string): Promise<AppView>
}

/** Creates the restore with no file opened. */
export function createRestoring(options: RestoringOptions): Restoring {
  const mutex = createMutex()
  let found: (ChosenBackup & { readonly path: string }) | null = null

  async function choose(typed: string | null): Promise<string | null> {
    if (options.dialogs !== null) return options.dialogs.chooseFile('tillbackup')
    // A page must learn nothing of files with other names.
    if (typed === null || !isAbsolute(typed) || !typed.endsWith('.tillbackup')) throw badBackup('not-a-path')
    return typed
  }

  return {
    async open(typed) {
      options.refuse(null)
      const path = await choose(typed)
      if (path === null) return null
      const { madeAt, vault, wallet } = await readBackupFile(path)
      const accounts = accountsOf(vault)
      options.refuse({ wallet, accounts })
      found = { path, wallet, accounts }
      return { path, madeAt: new Date(madeAt).toISOString(), accounts: accounts.length }
    },
    restore: (password) =>
      mutex(async () => {
        options.refuse(found)
        if (found === null) throw new AppError('not-found', 'No backup was chosen')
        const { path } = found
        const { dataDir, opening, partsOf } = options
        const recordsKey = await stageRestore({
          path,
          dataDir,
          partsOf,
          at: options.now(),
          openVault: (file) => openCopy(opening, file, password),
        })
        const { request } = await options.restart(recordsKey)
        recordsKey.fill(0)
        const unlocked = await request(true, 'vault.unlock', { password })
        const reply = unlocked.ok ? unlocked : await request(true, 'app.get', undefined)
        if (!reply.ok) throw new AppError('internal', 'Till could not begin anew')
        return reply.value as AppView
      }),
  }
}
