import type { Migration } from '../migration.ts'

// A till in a shop, and those who work there; who left stays for what they sold.
export const ledger0019Kiosk: Migration = {
  name: 'kiosk',
  sql: `
    CREATE TABLE kiosk (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      began_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE clerks (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      colour TEXT NOT NULL,
      pin BLOB NOT NULL,
      failures INTEGER NOT NULL DEFAULT 0,
      wait_ms INTEGER NOT NULL DEFAULT 0,
      added_at INTEGER NOT NULL,
      left_at INTEGER
    ) STRICT;
  `,
}
