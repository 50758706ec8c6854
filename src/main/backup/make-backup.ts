import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, type ErrorReason } from '../../shared/errors.ts'
import { copyLedger } from '../db/copies/copy-ledger.ts'
import { newestVersion } from '../db/migration.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { partOf, removeParts } from '../files/replace-file.ts'
import { syncFolder } from '../files/sync-path.ts'
import type { VaultFile } from '../vault/file/vault-file.ts'
import { freePath, keepNewest } from './keep-newest.ts'
import { NotVerifiedError, writeBackup } from './write-backup.ts'

export interface MakingBackup {
  readonly ledger: WritableDb
  readonly vault: VaultFile
  readonly recordsKey: Uint8Array
  /** An existing folder. */
  readonly folder: string
  /** The folder for the temporary copy of the ledger: it is as unencrypted as the ledger, so it stays beside it. */
  readonly dataDir: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly till: string
}

/**
 * Makes one backup and returns its path. It gets its name only after it was read back, and only then are older ones deleted. Throws
 * AppError `backup-failed` with the problem; then no partial file stays, and existing files are untouched.
 */
export async function makeBackup(one: MakingBackup): Promise<string> {
  const ledgerFile = join(one.dataDir, 'ledger-to-back-up.db')
  const path = freePath(one.folder, one.at)
  const { walletId } = one.vault.header
  const part = partOf(join(one.folder, walletId))
  try {
    await copyLedger(one.ledger, ledgerFile, one.at)
    const { vault, recordsKey, at: madeAt, till } = one
    const ledgerVersion = newestVersion(ledgerMigrations)
    // Only an interrupted backup of this wallet leaves one.
    removeParts(one.folder, walletId)
    await writeBackup(part, { vault, ledgerFile, ledgerVersion, recordsKey, madeAt, till })
    renameSync(part, path)
    syncFolder(one.folder)
  } catch (error) {
    throw backupFailed(reasonOf(error), error)
  } finally {
    remove(part)
    remove(ledgerFile)
  }
  // The next backup tries again to delete it.
  await keepNewest(one.folder, walletId, path).catch(() => undefined)
  return path
}

/** Returns the AppError for a backup that was not made; `reason` is null for an unknown one. */
export function backupFailed(reason: ErrorReason<'backup-failed'> | null, cause?: unknown): AppError {
  return new AppError('backup-failed', 'The backup was not made', { details: { reason }, cause })
}

const reasons: Readonly<Record<string, ErrorReason<'backup-failed'>>> = {
  ENOENT: 'folder-gone',
  ENOTDIR: 'folder-gone',
  ENODEV: 'folder-gone',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'disk-full',
  SQLITE_FULL: 'disk-full',
}

/** Returns the reason for a disk error; null for an unknown one. */
export function reasonOf(error: unknown): ErrorReason<'backup-failed'> | null {
  if (error instanceof NotVerifiedError) return 'not-verified'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? null
}

/** Deletes a file, if its folder still exists. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // The next backup removes it.
  }
}
