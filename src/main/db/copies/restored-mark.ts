import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../connections.ts'

/**
 * Marks a ledger as restored from a copy: no account counts as reconciled from before. The mark is later than everything in it, since it
 * may be written during the copy, and clocks change.
 */
export function markRestored(copy: WritableDb, at: number): void {
  copy
    .prepare(
      `UPDATE ledger_state
       SET restored_at = max(?, coalesce(restored_at, 0), (SELECT coalesce(max(at), 0) + 1 FROM reconciled_accounts),
         (SELECT coalesce(max(created_at), 0) FROM purchases),
         (SELECT coalesce(max(asked_at), 0) FROM external_payments))`,
    )
    .run(at)
}

const restoredAtRow = z.object({ restored_at: z.int().nullable() })

/** Returns when this ledger was restored from a copy, in epoch milliseconds; null if never. */
export function readRestoredAt(db: ReadableDb): number | null {
  const row: unknown = db.prepare('SELECT restored_at FROM ledger_state').get()
  return restoredAtRow.parse(row).restored_at
}
