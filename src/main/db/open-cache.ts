import { rmSync } from 'node:fs'
import { isDamaged, isDiskError } from './disk-errors.ts'
import type { Migration } from './migration.ts'
import type { WritableDb } from './connections.ts'
import { openDatabase } from './open-database.ts'

export interface CacheOptions {
  /** Whether every page is checked; otherwise the caller must handle damage later. */
  readonly checked?: boolean
  /** The page size of a new file, in bytes. */
  readonly pageBytes?: number
}

/**
 * Opens a database that can be refilled; deletes and recreates a file that is damaged or has an unknown version. Throws if the disk allows
 * no database.
 */
export function openCache(file: string, migrations: readonly Migration[], options: CacheOptions = {}): WritableDb {
  const { checked = false, pageBytes } = options
  const open = (): WritableDb => openDatabase(file, migrations, 'normal', pageBytes)
  try {
    const db = open()
    if (!checked || db.pragma('quick_check', { simple: true }) === 'ok') return db
    db.close()
  } catch (error) {
    // A file that the disk cannot read right now is not damaged.
    if (isDiskError(error) && !isDamaged(error)) throw error
  }
  dropCache(file)
  return open()
}

/** Deletes a cache's files. */
export function dropCache(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
