import { ledgerMigrations } from '../../src/main/db/migrations/ledger.ts'
import { openDatabase } from '../../src/main/db/open-database.ts'
import { insertProfile } from '../../src/main/settings/profiles-repository.ts'
import { PROFILE, profile } from './app-process.ts'

/** Makes the ledger that every run begins with a copy of: a profile, and nothing bought. */
export function makeEmptyLedger(file: string): void {
  const ledger = openDatabase(file, ledgerMigrations, 'normal')
  insertProfile(ledger, PROFILE, 0, profile)
  // One file without a log beside it can be copied as it is.
  ledger.pragma('journal_mode = DELETE')
  ledger.close()
}
