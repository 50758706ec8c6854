import SqliteDatabase from 'better-sqlite3'
import type { ReadableDb } from './connections.ts'

/** A separate read-only connection. */
export interface ReadingConnection extends ReadableDb {
  close(): void
}

/** Opens a database file that another connection writes, read-only; throws if there is none. */
export function openToRead(file: string): ReadingConnection {
  const db = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
  db.pragma('trusted_schema = OFF')
  db.pragma('busy_timeout = 5000')
  return db as SqliteDatabase.Database & ReadingConnection
}
