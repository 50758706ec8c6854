import type { WritableDb } from './connections.ts'

const FULL = 2

/**
 * Returns whether commits of the ledger really reach the disk. Call it after the first write, since right after the switch to WAL the
 * pragma still returns the old value.
 */
export function isDurable(db: WritableDb): boolean {
  const journal = db.pragma('journal_mode', { simple: true })
  const synchronous = Number(db.pragma('synchronous', { simple: true }))
  return journal === 'wal' && synchronous >= FULL
}
