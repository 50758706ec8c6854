import { rmSync } from 'node:fs'
import { markRestored } from './restored.ts'
import type { WritableDb } from './connections.ts'
import { openLedger } from './open-ledger.ts'
import { restoreLedger } from './restore-ledger.ts'

/** A ledger without any record, beside one that is lost. It counts wrong passwords meanwhile, and can take the lost one's place. */
export interface SpareLedger {
  /** Opens it; makes it where it is missing. LedgerDamagedError where the disk cannot keep it. */
  open(): WritableDb
  /** Puts it in the lost one's place, marked as restored: it pays nothing before it is reconciled. */
  takePlace(at: number): void
  /** Deletes it: something else takes the lost one's place. */
  remove(): void
  close(): void
}

/** Nothing is written before the first use. */
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
    takePlace(at) {
      markRestored(open(), at)
      // Everything is in the one file from here on.
      open().pragma('journal_mode = DELETE')
      close()
      restoreLedger(ledgerFile, { file, at }, at)
      remove()
    },
    remove,
    close,
  }
}
