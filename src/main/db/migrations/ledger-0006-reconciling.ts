import type { Migration } from '../migration.ts'

// `restored_at`: when this ledger came out of a backup; set in the backup itself, so that no copy of it forgets. An account's
// nonces below `below` are explained. Times are epoch milliseconds.
export const ledger0006Reconciling: Migration = {
  name: 'reconciling',
  sql: `
    CREATE TABLE ledger_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      restored_at INTEGER
    ) STRICT;
    INSERT INTO ledger_state (id, restored_at) VALUES (1, NULL);

    CREATE TABLE reconciled_accounts (
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      address TEXT NOT NULL,
      below INTEGER NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, chain_instance, address)
    ) STRICT;

    CREATE TABLE foreign_payments (
      hash TEXT PRIMARY KEY,
      profile_id TEXT NOT NULL,
      chain_instance TEXT,
      address TEXT NOT NULL,
      token TEXT NOT NULL,
      amount TEXT NOT NULL,
      product TEXT,
      status TEXT,
      transaction_id TEXT,
      happened_at TEXT,
      found_at INTEGER NOT NULL,
      acknowledged_at INTEGER
    ) STRICT;
  `,
}
