import { statSync } from 'node:fs'
import { isDiskError } from './is-disk-error.ts'
import { ledgerMigrations } from './migrations/ledger.ts'
import type { WritableDb } from './connections.ts'
import { openDatabase } from './open-database.ts'

/** The ledger is there and cannot be read. */
export class LedgerDamagedError extends Error {
  override readonly name = 'LedgerDamagedError'
}

/** Returns whether there is no ledger at a path: no file, or one without a byte, which SQLite would take for a new one. */
export function isLedgerMissing(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
}

/** Opens the ledger, every commit synced; LedgerDamagedError where the disk does not give it back whole, UnknownVersionError where this Till does not know its version. */
export function openLedger(file: string): WritableDb {
  try {
    const ledger = openDatabase(file, ledgerMigrations, 'full')
    if (ledger.pragma('quick_check', { simple: true }) === 'ok') return ledger
    ledger.close()
  } catch (error) {
    if (isDiskError(error)) throw new LedgerDamagedError('The ledger can not be read', { cause: error })
    throw error
  }
  throw new LedgerDamagedError('The ledger is damaged')
}
