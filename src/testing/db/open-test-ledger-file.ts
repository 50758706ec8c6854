import { existsSync, writeFileSync } from 'node:fs'
import type { WritableDb } from '../../main/db/connections.ts'
import { ledgerMigrations } from '../../main/db/migrations/ledger.ts'
import { openDatabase } from '../../main/db/open-database.ts'

let empty: Buffer | null = null

/**
 * Opens a ledger for a test, which need not wait until its commits are on the disk. A new one is a copy of an empty one, made once in each
 * process: its schema takes ten times as long as all the rest.
 */
export function openTestLedgerFile(file: string): WritableDb {
  if (!existsSync(file)) writeFileSync(file, (empty ??= makeEmpty()), { mode: 0o600 })
  return openDatabase(file, ledgerMigrations, 'normal')
}

function makeEmpty(): Buffer {
  const ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  try {
    return ledger.serialize()
  } finally {
    ledger.close()
  }
}
