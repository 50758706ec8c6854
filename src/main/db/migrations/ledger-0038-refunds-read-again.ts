import type { Migration } from '../migration.ts'

// `again_block` is the next block of those that are read once more, and `later_ms` the wait after which all are. Of a search from before, all
// are read once more: what its nodes lacked was not.
export const ledger0038RefundsReadAgain: Migration = {
  name: 'refunds-read-again',
  sql: `
    ALTER TABLE refund_searches ADD COLUMN again_block INTEGER;
    ALTER TABLE refund_searches ADD COLUMN later_ms INTEGER NOT NULL DEFAULT 0;
  `,
}
