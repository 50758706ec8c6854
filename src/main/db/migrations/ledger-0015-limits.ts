import type { Migration } from '../migration.ts'

// Most coins that may be spent; decimal texts, null where nothing is limited.
export const ledger0015Limits: Migration = {
  name: 'limits',
  sql: `
    CREATE TABLE limits (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      per_purchase TEXT,
      per_day TEXT,
      per_recipient TEXT
    ) STRICT;
  `,
}
