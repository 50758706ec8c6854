import { markRestored } from './restored.ts'
import { openLedger } from './open-ledger.ts'
import { syncPath } from './sync-path.ts'

/**
 * Brings a copy of a ledger to the newest schema and marks it as one that was restored at `at`; wrong passwords of its time are
 * forgotten, since the right one was just given. LedgerDamagedError where it is no whole ledger, UnknownVersionError where this Till does
 * not know its version.
 */
export function takeInLedger(file: string, at: number): void {
  const ledger = openLedger(file)
  try {
    markRestored(ledger, at)
    ledger.exec('DELETE FROM unlock_throttle')
    // Everything is in the one file from here on.
    ledger.pragma('journal_mode = DELETE')
  } finally {
    ledger.close()
  }
  syncPath(file)
}
