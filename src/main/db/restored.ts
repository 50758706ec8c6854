import { z } from 'zod'
import type { ReadableDb, WritableDb } from './connections.ts'

/**
 * Marks a ledger as one that came out of a copy: no account counts as explained that was explained before. Later than anything
 * written in it, since it goes on being written while it is copied, and clocks are set.
 */
export function markRestored(copy: WritableDb, at: number): void {
  copy
    .prepare(
      `UPDATE ledger_state
       SET restored_at = max(?, coalesce(restored_at, 0), (SELECT coalesce(max(at), 0) + 1 FROM reconciled_accounts),
         (SELECT coalesce(max(created_at), 0) FROM purchases))`,
    )
    .run(at)
}

/** When this ledger came out of a copy, in epoch milliseconds; null for one that never did. */
export function readRestoredAt(db: ReadableDb): number | null {
  const row: unknown = db.prepare('SELECT restored_at FROM ledger_state').get()
  return z.object({ restored_at: z.int().nullable() }).parse(row).restored_at
}
