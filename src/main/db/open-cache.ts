import { rmSync } from 'node:fs'
import type { Migration } from './migration.ts'
import { openDatabase, type Database } from './open-database.ts'

/**
 * Opens what can be refilled; a file that is damaged or from another Till is thrown away and made anew. Every page is looked
 * at where `checked`; who leaves that out must be able to meet damage later.
 */
export function openCache(file: string, migrations: readonly Migration[], checked = false): Database {
  try {
    const db = openDatabase(file, migrations, 'normal')
    if (!checked || db.pragma('quick_check', { simple: true }) === 'ok') return db
    db.close()
  } catch {
    // Made anew below: nothing in the file exists only there.
  }
  dropCache(file)
  return openDatabase(file, migrations, 'normal')
}

/** Throws a cache's files away. */
export function dropCache(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
