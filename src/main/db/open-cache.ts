import { rmSync } from 'node:fs'
import { cacheMigrations } from './migrations/cache.ts'
import { openDatabase, type Database } from './open-database.ts'

/** Opens the cache; one that is damaged or from another Till is thrown away and made anew, since it can be refilled. */
export function openCache(file: string): Database {
  try {
    const db = openDatabase(file, cacheMigrations, 'normal')
    if (db.pragma('quick_check', { simple: true }) === 'ok') return db
    db.close()
  } catch {
    // Made anew below: nothing in the cache exists only there.
  }
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  return openDatabase(file, cacheMigrations, 'normal')
}
