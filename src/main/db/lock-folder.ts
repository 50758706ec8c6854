import SqliteDatabase from 'better-sqlite3'
import { join } from 'node:path'

/**
 * Takes the data folder for this process until `release` is called or the process ends, however it ends: the system
 * frees a SQLite lock with its process. Null where another Till holds it.
 */
export function lockFolder(folder: string): { release(): void } | null {
  const db = new SqliteDatabase(join(folder, 'till.lock'), { timeout: 0 })
  try {
    db.pragma('journal_mode = DELETE')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_BUSY') return null
    throw error
  }
  return { release: () => void db.close() }
}
