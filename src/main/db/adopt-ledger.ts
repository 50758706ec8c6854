import { markRestored } from './copies/restored-mark.ts'
import { openLedger } from './open-ledger.ts'
import { syncPath } from '../files/sync-path.ts'

/**
 * Migrates a ledger's copy to the newest schema and marks it as restored at `at`. Its wrong passwords are forgotten, since the right one
 * was just given. Throws LedgerDamagedError if it is not a complete ledger, UnknownVersionError for an unknown version.
 */
export function adoptLedger(file: string, at: number): void {
  const ledger = openLedger(file)
  try {
    markRestored(ledger, at)
    ledger.exec('DELETE FROM unlock_throttle')
    // Moves everything into the one file.
    ledger.pragma('journal_mode = DELETE')
  } finally {
    ledger.close()
  }
  syncPath(file)
}
