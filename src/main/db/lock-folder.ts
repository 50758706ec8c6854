import SqliteDatabase from 'better-sqlite3'
import { join } from 'node:path'
import { makeFile } from './make-file.ts'

/** Of two that come in the same moment one gets it: neither gives up while the other is only asking. */
const PATIENCE_MS = 300

/**
 * Takes the data folder for this process until `release` is called or the process ends, however it ends: the system
 * frees a SQLite lock with its process. Throws an Error with a sentence where another Till holds it. `name` is the file that
 * stands for it: the launcher, which opens the window only later, holds one of its own.
 */
export function lockFolder(folder: string, name = 'till.lock'): { release(): void } {
  const file = join(folder, name)
  makeFile(file)
  const db = new SqliteDatabase(file, { timeout: PATIENCE_MS })
  try {
    db.pragma('journal_mode = DELETE')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_BUSY') {
      throw new Error(`Till is already open with the data in ${folder}.`, { cause: error })
    }
    throw error
  }
  return { release: () => void db.close() }
}
