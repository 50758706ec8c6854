import SqliteDatabase from 'better-sqlite3'
import type { ReadableDb, WritableDb } from './connections.ts'
import { makeFile } from '../files/make-file.ts'
import { assertVersionKnown, type Migration } from './migration.ts'

/**
 * Opens or creates a database file in WAL mode, private to its owner, and migrates it; `full` durability syncs every commit. A new file has
 * pages of `pageBytes`. Throws if the file is not a database, and an UnknownVersionError without changing anything if no migration made it.
 */
export function openDatabase(
  file: string,
  migrations: readonly Migration[],
  durability: 'full' | 'normal',
  pageBytes = 4096,
): WritableDb {
  if (file !== ':memory:') makeFile(file)
  const db = new SqliteDatabase(file) as WritableDb
  try {
    const version = versionOf(db)
    assertVersionKnown(file, version, migrations)
    db.pragma(`page_size = ${pageBytes}`)
    db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`)
    if (durability === 'full') {
      db.pragma('fullfsync = ON')
      db.pragma('checkpoint_fullfsync = ON')
    }
    db.pragma('foreign_keys = ON')
    db.pragma('trusted_schema = OFF')
    db.pragma('busy_timeout = 5000')
    migrate(db, version, migrations)
    rememberStatements(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Returns the version of a file's last migration; 0 for an empty one. */
export function versionOf(db: ReadableDb): number {
  return Number(db.prepare('SELECT user_version FROM pragma_user_version').pluck().get())
}

function migrate(db: WritableDb, from: number, migrations: readonly Migration[]): void {
  for (const { version, sql } of migrations) {
    if (version <= from) continue
    db.transaction(() => {
      db.exec(sql)
      db.pragma(`user_version = ${version}`)
    })()
  }
}

/** More than the number of different statements; generated SQL must not fill the memory. */
const MAX_STATEMENTS = 400

/** Compiling a statement takes longer than most of them run. */
function rememberStatements(db: WritableDb): void {
  const prepare = db.prepare.bind(db)
  const known = new Map<string, SqliteDatabase.Statement>()
  const remembering = (sql: string): SqliteDatabase.Statement => {
    const found = known.get(sql)
    if (found) return found
    if (known.size >= MAX_STATEMENTS) known.clear()
    const made = prepare(withFixedPlan(sql))
    known.set(sql, made)
    return made
  }
  db.prepare = remembering as WritableDb['prepare']
}

/**
 * Hides the values of parameters from the query planner. SQLite compiles a sorted query again at every run otherwise, for a plan that may
 * fit the new values better: reading a purchase's steps took three times as long.
 */
function withFixedPlan(sql: string): string {
  return sql.replaceAll(/(?<=[=<>] )(?=[?:@])/g, '+')
}
