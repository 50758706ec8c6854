import { statSync } from 'node:fs'
import { isDamaged } from '../db/disk-errors.ts'
import { dropCache } from '../db/open-cache.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import { openCatalog } from './open-catalog.ts'

/** The main process's own connection to the catalog file, which a worker writes. */
export interface CatalogStore {
  readonly file: string
  /** Reads the catalog; replaces the file with an empty one if it is damaged. Only the type keeps `work` from writing. */
  use<T>(work: (db: ReadableDb) => T): T
  /** Writes to the catalog, with the same handling of damage. Only a worker writes a refresh, which takes seconds. */
  write<T>(work: (db: WritableDb) => T): T
  /**
   * Lets another connection write the file, then reopens it. Until then the file is not replaced, and a damaged one shows an empty catalog.
   */
  withExternalWriter<T>(work: () => Promise<T>): Promise<T>
  /** Opens the current file if another one has replaced it. */
  reopenIfReplaced(): void
  close(): void
}

/** Opens or creates the catalog file; calls `onReplaced` asynchronously if a file in use had to be replaced. */
export function openCatalogStore(file: string, onReplaced: () => void): CatalogStore {
  let db = openCatalog(file)
  let identity = identityOf(file)
  let externalWriters = 0

  function reopen(): void {
    db.close()
    db = openCatalog(file)
    identity = identityOf(file)
  }
  function replaceDamaged(): void {
    db.close()
    if (externalWriters > 0) {
      db = openCatalog(':memory:')
      identity = null
    } else {
      dropCache(file)
      reopen()
    }
    setImmediate(onReplaced)
  }
  function reopenIfReplaced(): void {
    if (identity === null || identityOf(file) !== identity) reopen()
  }

  function write<T>(work: (db: WritableDb) => T): T {
    try {
      return work(db)
    } catch (error) {
      if (!isDamaged(error)) throw error
      replaceDamaged()
      return work(db)
    }
  }

  return {
    file,
    use: write,
    write,
    async withExternalWriter(work) {
      externalWriters++
      try {
        return await work()
      } finally {
        externalWriters--
        reopenIfReplaced()
      }
    },
    reopenIfReplaced,
    close: () => void db.close(),
  }
}

/** Returns the identity of a file, which differs from another file of the same name; null if there is none. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}
