import type { Database } from './open-database.ts'

/**
 * Marks a ledger as one that came out of a copy: no account counts as explained that was explained before. Later than anything
 * written in it, since it goes on being written while it is copied, and clocks are set.
 */
export function markRestored(copy: Database, at: number): void {
  copy
    .prepare(
      `UPDATE ledger_state
       SET restored_at = max(?, coalesce(restored_at, 0), (SELECT coalesce(max(at), 0) + 1 FROM reconciled_accounts))`,
    )
    .run(at)
}
