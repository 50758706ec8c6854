import { statSync } from 'node:fs'
import { isDiskError } from './disk-errors.ts'
import { ledgerMigrations } from './migrations/ledger.ts'
import type { WritableDb } from './connections.ts'
import { openDatabase } from './open-database.ts'

/** Thrown if the ledger exists but cannot be read. */
export class LedgerDamagedError extends Error {
  override readonly name = 'LedgerDamagedError'
}

/** Returns whether there is no ledger at a path: no file, or an empty one, which SQLite would treat as new. */
export function isLedgerMissing(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
}

/**
 * Opens the ledger, with every commit synced. Throws LedgerDamagedError if the disk cannot read all of it, UnknownVersionError for an
 * unknown version.
 */
export function openLedger(file: string): WritableDb {
  try {
    const ledger = openDatabase(file, ledgerMigrations, 'full')
    if (ledger.pragma('quick_check', { simple: true }) === 'ok') return ledger
    ledger.close()
  } catch (error) {
    if (isDiskError(error)) throw new LedgerDamagedError('The ledger cannot be read', { cause: error })
    throw error
  }
  throw new LedgerDamagedError('The ledger is damaged')
}

const FULL = 2

/**
 * Returns whether commits of the ledger really reach the disk. Call it after the first write, since right after the switch to WAL the
 * pragma still returns the old value.
 */
export function isDurable(db: WritableDb): boolean {
  const journal = db.pragma('journal_mode', { simple: true })
  const synchronous = Number(db.pragma('synchronous', { simple: true }))
  return journal === 'wal' && synchronous >= FULL
}
