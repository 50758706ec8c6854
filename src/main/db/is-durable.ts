import type { WritableDb } from './connections.ts'

const FULL = 2

/**
 * Whether commits of the ledger really reach the disk; to be asked after the first write, since right after the switch to
 * WAL the pragma still answers the old value.
 */
export function isDurable(db: WritableDb): boolean {
  const journal = db.pragma('journal_mode', { simple: true })
  const synchronous = Number(db.pragma('synchronous', { simple: true }))
  return journal === 'wal' && synchronous >= FULL
}
