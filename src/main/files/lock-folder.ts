import SqliteDatabase from 'better-sqlite3'
import { join } from 'node:path'
import { StartRefusal } from '../../shared/app/start-refusal.ts'
import { assertUsable } from './data-folder.ts'
import { makeFile } from './make-file.ts'

/** Of two simultaneous starts one gets the lock: neither gives up while the other only tests it. */
const PATIENCE_MS = 300

/**
 * Locks the data folder for this process until `release` or the end of the process, even by a crash: the system frees a SQLite lock with
 * its process. Throws StartRefusal if another Till holds it, or as `assertUsable` does. `name` is the lock file; the
 * launcher, which opens the window later, has its own.
 */
export function lockFolder(folder: string, name = 'till.lock'): { release(): void } {
  assertUsable(folder)
  const file = join(folder, name)
  makeFile(file)
  const db = new SqliteDatabase(file, { timeout: PATIENCE_MS })
  try {
    db.pragma('journal_mode = DELETE')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_BUSY') {
      throw new StartRefusal('open', folder, { cause: error })
    }
    throw error
  }
  return { release: () => void db.close() }
}
