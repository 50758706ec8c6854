import type { Migration } from '../migration.ts'

// What a person calls their accounts, and those that they only watch; which one is in use.
export const ledger0013Accounts: Migration = {
  name: 'accounts',
  sql: `
    CREATE TABLE accounts (
      address TEXT PRIMARY KEY COLLATE NOCASE,
      name TEXT NOT NULL,
      colour TEXT NOT NULL,
      watched_at INTEGER
    ) STRICT;
    CREATE TABLE account_in_use (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      address TEXT NOT NULL COLLATE NOCASE
    ) STRICT;
  `,
}
