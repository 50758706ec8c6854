import SqliteDatabase from 'better-sqlite3'

/** Whether an error says that a database's file is no whole database any more. */
export function isDamaged(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
}
