import type { Migration } from '../migration.ts'

export const ledger0003Vault: Migration = {
  name: 'vault',
  sql: `
    CREATE TABLE unlock_throttle (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      failures INTEGER NOT NULL CHECK (failures >= 0),
      failed_at INTEGER NOT NULL
    ) STRICT;
  `,
}
