import type { Migration } from '../migration.ts'

// The latest that it may have been when something was signed, by the machine's clock and the network's; null where only the machine's
// was read, as `created_at` is.
export const ledger0017CountedAt: Migration = {
  name: 'counted-at',
  sql: `
    ALTER TABLE purchases ADD COLUMN counted_at INTEGER;
    ALTER TABLE transfers ADD COLUMN counted_at INTEGER;
  `,
}
