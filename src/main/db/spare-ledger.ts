import { rmSync } from 'node:fs'
import { markRestored } from './copies/restored-mark.ts'
import type { WritableDb } from './connections.ts'
import { openLedger } from './open-ledger.ts'
import { restoreLedger } from './copies/restore-ledger.ts'

/** An empty ledger for a lost one. It counts wrong passwords meanwhile, and can replace the lost one. */
export interface SpareLedger {
  /** Opens or creates it; throws LedgerDamagedError if the disk cannot store it. */
  open(): WritableDb
  /** Replaces the lost ledger with it, marked as restored: it pays nothing before it is reconciled. */
  replaceLost(at: number): void
  /** Deletes it, if something else replaces the lost ledger. */
  remove(): void
  close(): void
}

/** Creates the spare ledger without a file; its first use writes one. */
export function createSpareLedger(ledgerFile: string): SpareLedger {
  const file = `${ledgerFile}.spare`
  let opened: WritableDb | null = null

  const open = (): WritableDb => (opened ??= openLedger(file))
  function close(): void {
    opened?.close()
    opened = null
  }
  function remove(): void {
    close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  }

  return {
    open,
    replaceLost(at) {
      markRestored(open(), at)
      // Moves everything into the one file.
      open().pragma('journal_mode = DELETE')
      close()
      restoreLedger(ledgerFile, { file, at }, at)
      remove()
    },
    remove,
    close,
  }
}
