import { rmSync } from 'node:fs'
import { isDamaged } from './is-damaged.ts'
import { isDiskError } from './is-disk-error.ts'
import type { Migration } from './migration.ts'
import type { WritableDb } from './connections.ts'
import { openDatabase } from './open-database.ts'

export interface CacheOptions {
  /** Whether every page is looked at; who leaves that out must be able to meet damage later. */
  readonly checked?: boolean
  /** How large the pages of a new file are. */
  readonly pageBytes?: number
}

/** Opens what can be refilled; a file that is damaged or of an unknown version is deleted and created again. Throws if the disk allows none. */
export function openCache(file: string, migrations: readonly Migration[], options: CacheOptions = {}): WritableDb {
  const { checked = false, pageBytes } = options
  const open = (): WritableDb => openDatabase(file, migrations, 'normal', pageBytes)
  try {
    const db = open()
    if (!checked || db.pragma('quick_check', { simple: true }) === 'ok') return db
    db.close()
  } catch (error) {
    // Nothing in it exists only there; one that the disk does not give just now is still whole.
    if (isDiskError(error) && !isDamaged(error)) throw error
  }
  dropCache(file)
  return open()
}

/** Throws a cache's files away. */
export function dropCache(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
