import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, type ErrorReason } from '../../shared/errors.ts'
import { assertVersionKnown, UnknownVersionError } from '../db/migration.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { LedgerDamagedError } from '../db/open-ledger.ts'
import { syncFolder } from '../files/sync-path.ts'
import { adoptLedger } from '../db/adopt-ledger.ts'
import { isAffordable } from '../vault/keys/key-derivation.ts'
import { writeVaultFile, type CurrentVaultFile, type VaultFile } from '../vault/file/vault-file.ts'
import { restoredName } from './apply-restore.ts'
import { badBackup, type BackupHeader } from './backup-format.ts'
import { keyCheckOf, writePlan } from './backup-plan.ts'
import { openBackup, type OpenBackup } from './read-backup.ts'

export interface RestoringBackup {
  /** The backup file. */
  readonly path: string
  readonly dataDir: string
  /** Epoch milliseconds. */
  readonly at: number
  /** Returns what to restore: the whole wallet, or one part while the existing other part stays. */
  readonly partsOf: (wallet: string, recordsKey: Uint8Array) => 'wallet' | 'vault' | 'ledger'
  /** Opens the backup's vault with the password it had then. */
  readonly openVault: (file: VaultFile) => Promise<{ recordsKey: Uint8Array; file: CurrentVaultFile }>
}

/** Reads a backup's header. Throws AppError `bad-backup` if this Till cannot use the file. */
export async function readBackupFile(path: string): Promise<BackupHeader> {
  const backup = await openUsable(path)
  await backup.close()
  return backup.header
}

/**
 * Reads a whole backup and prepares its files in the data folder for `applyRestore`; they count only after the very last step. Returns the
 * wallet's records key. Throws AppError `bad-backup`, `wrong-password`, `throttled`.
 */
export async function stageRestore({ path, dataDir, at, partsOf, openVault }: RestoringBackup): Promise<Uint8Array> {
  const incoming = join(dataDir, 'incoming')
  const backup = await openUsable(path)
  try {
    const { recordsKey, file } = await openVault(backup.header.vault)
    rmSync(incoming, { recursive: true, force: true })
    mkdirSync(incoming, { mode: 0o700 })
    const { walletId: wallet } = file.header
    const parts = partsOf(wallet, recordsKey)
    if (parts === 'vault') await backup.readLedger(recordsKey, () => undefined)
    else {
      await writeLedger(backup, recordsKey, join(incoming, 'ledger.db'))
      adoptLedger(join(incoming, 'ledger.db'), at)
    }
    if (parts === 'wallet') {
      const last = { at: backup.header.madeAt, file: path }
      const keyCheck = keyCheckOf(recordsKey, wallet)
      writePlan(join(incoming, 'backup-plan.json'), { wallet, keyCheck, since: at, folder: null, last })
    }
    if (parts !== 'ledger') writeVaultFile(join(incoming, 'vault.json'), file, 'kept')
    syncFolder(incoming)
    renameSync(incoming, join(dataDir, restoredName(at)))
    syncFolder(dataDir)
    return recordsKey
  } catch (error) {
    rmSync(incoming, { recursive: true, force: true })
    throw toBadBackup(error)
  } finally {
    await backup.close()
  }
}

async function openUsable(path: string): Promise<OpenBackup> {
  const backup = await openBackup(path).catch((error: unknown) => {
    throw toBadBackup(error)
  })
  try {
    assertVersionKnown(path, backup.header.ledger.version, ledgerMigrations)
    if (!isAffordable(backup.header.vault.header.kdf)) throw badBackup('costly')
    if (backup.header.wallet !== backup.header.vault.header.walletId) throw badBackup('damaged')
    return backup
  } catch (error) {
    await backup.close()
    throw toBadBackup(error)
  }
}

async function writeLedger(backup: OpenBackup, recordsKey: Uint8Array, file: string): Promise<void> {
  const target = await open(file, 'wx', 0o600)
  try {
    await backup.readLedger(recordsKey, (part) => target.writeFile(part))
    await target.sync()
  } finally {
    await target.close()
  }
}

const reasons: Readonly<Record<string, ErrorReason<'bad-backup'>>> = {
  ENOENT: 'gone',
  ENOTDIR: 'gone',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
}

/** Returns the AppError for the cause of a failed restore. */
function toBadBackup(error: unknown): AppError {
  if (error instanceof AppError) return error.code === 'vault-damaged' ? badBackup('damaged', error) : error
  if (error instanceof UnknownVersionError) return badBackup(error.age, error)
  if (error instanceof LedgerDamagedError) return badBackup('damaged', error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return badBackup(reasons[code] ?? 'unreadable', error)
}
