import SqliteDatabase from 'better-sqlite3'
import type { Database } from './open-database.ts'

/** Opens a database file that another connection writes, for reading alone; throws where there is none. */
export function openToRead(file: string): Database {
  const db = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
  db.pragma('trusted_schema = OFF')
  db.pragma('busy_timeout = 5000')
  return db
}
