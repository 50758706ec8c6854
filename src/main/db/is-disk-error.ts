import SqliteDatabase from 'better-sqlite3'

const diskCodes = /^SQLITE_(IOERR|FULL|CORRUPT|NOTADB|CANTOPEN|READONLY)/

/** Whether an error says that the disk no longer keeps what the ledger writes. */
export function isDiskError(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && diskCodes.test(error.code)
}
