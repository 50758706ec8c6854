import SqliteDatabase from 'better-sqlite3'

const diskCodes = /^SQLITE_(IOERR|FULL|CORRUPT|NOTADB|CANTOPEN|READONLY)/

/** Returns whether an error means that the disk no longer stores the ledger's writes. */
export function isDiskError(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && diskCodes.test(error.code)
}

/** Returns whether an error means that a database file is damaged. */
export function isDamaged(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
}
