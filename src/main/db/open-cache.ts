import { rmSync } from 'node:fs'
import type { Migration } from './migration.ts'
import { openDatabase, type Database } from './open-database.ts'

/** Opens what can be refilled; a file that is damaged or from another Till is thrown away and made anew. */
export function openCache(file: string, migrations: readonly Migration[]): Database {
  try {
    return openDatabase(file, migrations, 'normal')
  } catch {
    dropCache(file)
    return openDatabase(file, migrations, 'normal')
  }
}

/** Throws a cache's files away. */
export function dropCache(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
