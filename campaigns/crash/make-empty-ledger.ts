import { ledgerMigrations } from '../../src/main/db/migrations/ledger.ts'
import { openDatabase } from '../../src/main/db/open-database.ts'
import { insertProfile } from '../../src/main/settings/profiles-repository.ts'
import { PROFILE, profile } from './app-process.ts'

/** Creates the ledger that every run copies: one profile and no purchases. */
export function makeEmptyLedger(file: string): void {
  const ledger = openDatabase(file, ledgerMigrations, 'normal')
  insertProfile(ledger, PROFILE, 0, profile)
  // A single file without a log beside it can be copied as it is.
  ledger.pragma('journal_mode = DELETE')
  ledger.close()
}
