import { rmSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { makeFile } from '../../files/make-file.ts'
import { markRestored } from './restored-mark.ts'
import type { WritableDb } from '../connections.ts'
import { syncPath } from '../../files/sync-path.ts'

/**
 * Copies the ledger into a file that only its owner can read, while it is in use (SQLite's online backup). The copy is checked, and marked
 * for the Till that opens it. Throws if the disk cannot store it, and then leaves no file.
 */
export async function copyLedger(ledger: WritableDb, file: string, at: number): Promise<void> {
  try {
    rmSync(file, { force: true })
    makeFile(file)
    await ledger.backup(file)
    markCopy(file, at)
    syncPath(file)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
}

function markCopy(file: string, at: number): void {
  const copy = new SqliteDatabase(file) as WritableDb
  try {
    copy.pragma('journal_mode = DELETE')
    markRestored(copy, at)
    if (copy.pragma('quick_check', { simple: true }) !== 'ok') throw new Error('The copy is damaged')
  } finally {
    copy.close()
  }
}
