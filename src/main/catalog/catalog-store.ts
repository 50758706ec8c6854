import { statSync } from 'node:fs'
import { isDamaged } from '../db/is-damaged.ts'
import { dropCache } from '../db/open-cache.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import { openCatalog } from './open-catalog.ts'

/** Main's own connection to the catalog's file, which a worker writes. */
export interface CatalogStore {
  readonly file: string
  /** Reads the catalog; replaces the file by an empty one if it turns out to be damaged. */
  use<T>(work: (db: ReadableDb) => T): T
  /** Writes to the catalog, in the same way. A refresh, which takes seconds, is written by a worker instead. */
  write<T>(work: (db: WritableDb) => T): T
  /** Has another connection write the file, and follows it. Until then the file is not replaced: damage shows an empty catalog. */
  lend<T>(work: () => Promise<T>): Promise<T>
  /** Opens the file that stands there now, should another have taken its place. */
  follow(): void
  close(): void
}

/** Opens the catalog's file, or creates it; calls `onRenewed` later for one that had to be replaced while it was in use. */
export function openCatalogStore(file: string, onRenewed: () => void): CatalogStore {
  let db = openCatalog(file)
  let identity = identityOf(file)
  let lent = 0

  function reopen(): void {
    db.close()
    db = openCatalog(file)
    identity = identityOf(file)
  }
  function renew(): void {
    db.close()
    if (lent > 0) {
      db = openCatalog(':memory:')
      identity = null
    } else {
      dropCache(file)
      reopen()
    }
    setImmediate(onRenewed)
  }
  function follow(): void {
    if (identity === null || identityOf(file) !== identity) reopen()
  }

  function write<T>(work: (db: WritableDb) => T): T {
    try {
      return work(db)
    } catch (error) {
      if (!isDamaged(error)) throw error
      renew()
      return work(db)
    }
  }

  return {
    file,
    use: write,
    write,
    async lend(work) {
      lent++
      try {
        return await work()
      } finally {
        lent--
        follow()
      }
    },
    follow,
    close: () => void db.close(),
  }
}

/** Tells a file from another of the same name; null where there is none. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}
