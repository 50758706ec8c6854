import SqliteDatabase from 'better-sqlite3'

const diskCodes = /^SQLITE_(IOERR|FULL|CORRUPT|NOTADB|CANTOPEN|READONLY)/

/** Returns whether an error means that the disk no longer stores the ledger's writes. */
export function isDiskError(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && diskCodes.test(error.code)
}

/** Returns why a database stored nothing, as the user is told: a disk error, or another program that locks its file; else null. */
export function unstoredReason(error: unknown): 'disk-failed' | 'disk-busy' | null {
  if (!(error instanceof SqliteDatabase.SqliteError)) return null
  if (/^SQLITE_(BUSY|LOCKED)/.test(error.code)) return 'disk-busy'
  return isDiskError(error) && !isDamaged(error) ? 'disk-failed' : null
}

/** Returns whether an error means that the disk is full: SQLite took everything of the transaction back, and the file is sound. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_FULL'
}

/** Returns whether an error means that a database file is damaged. */
export function isDamaged(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
}
