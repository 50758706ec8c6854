import SqliteDatabase from 'better-sqlite3'

/** Returns whether an error means that a database file is damaged. */
export function isDamaged(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
}
