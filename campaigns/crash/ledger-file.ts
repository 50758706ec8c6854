import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'

/**
 * What a ledger has lost when its app restarts: nothing; everything, as on another machine with the same wallet;
 * or all changes since a copy was made, when a point was first passed.
 */
export type Forgets = null | 'everything' | { readonly since: string }

/** The ledger file of one run. */
export interface LedgerFile {
  readonly path: string
  /** Notes a passed point. */
  onPass(point: string): void
  /** Removes what the run's plan says. A restored copy is marked as one, like Till's own copies. */
  forget(now: number): void
}

/** Puts a copy of an empty ledger at `path`. */
export function openFile(path: string, empty: string, forgets: Forgets): LedgerFile {
  let copy: Buffer | null = null
  const remove = (): void => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  }
  remove()
  copyFileSync(empty, path)
  return {
    path,
    onPass(point) {
      if (forgets === null || forgets === 'everything' || point !== forgets.since || copy !== null) return
      // Another connection sees only what is committed.
      const reader = new SqliteDatabase(path, { readonly: true })
      copy = reader.serialize()
      reader.close()
    },
    forget(now) {
      if (forgets === null || (forgets !== 'everything' && copy === null)) return
      remove()
      if (forgets === 'everything') copyFileSync(empty, path)
      if (copy === null) return
      writeFileSync(path, copy)
      const ledger = new SqliteDatabase(path)
      ledger.prepare('UPDATE ledger_state SET restored_at = ?').run(now)
      ledger.close()
    },
  }
}
