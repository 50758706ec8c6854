import type { Migration } from '../migration.ts'

// Only what the nodes proved was asked about before.
export const ledger0035UnprovenRefunds: Migration = {
  name: 'unproven-refunds',
  sql: 'ALTER TABLE possible_refunds ADD COLUMN is_proven INTEGER NOT NULL DEFAULT 1',
}
