import type { Migration } from '../migration.ts'

// What was given back is looked for by its day as well as by its shift.
export const ledger0022ReturnedAt: Migration = {
  name: 'returned-at',
  sql: `CREATE INDEX sales_returned_at ON sales (returned_at) WHERE returned_at IS NOT NULL;`,
}
