import type { Migration } from '../migration.ts'

// Times are epoch milliseconds. A profile's body is JSON without its token, which is sealed beside it.
export const ledger0001Settings: Migration = {
  name: 'settings',
  sql: `
    CREATE TABLE settings (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      body TEXT NOT NULL
    ) STRICT;

    CREATE TABLE profiles (
      id TEXT PRIMARY KEY,
      created_at INTEGER NOT NULL,
      body TEXT NOT NULL,
      sealed_token BLOB,
      token_refused INTEGER NOT NULL DEFAULT 0 CHECK (token_refused IN (0, 1)),
      is_current INTEGER NOT NULL CHECK (is_current IN (0, 1))
    ) STRICT;
    CREATE UNIQUE INDEX profiles_current ON profiles (is_current) WHERE is_current = 1;

    CREATE TABLE budget_requests (
      id INTEGER PRIMARY KEY,
      scope TEXT NOT NULL,
      at INTEGER NOT NULL,
      class TEXT NOT NULL CHECK (class IN ('registration', 'quote', 'tracking', 'browsing'))
    ) STRICT;
    CREATE INDEX budget_requests_at ON budget_requests (scope, at);
    CREATE INDEX budget_requests_scope ON budget_requests (scope);

    CREATE TABLE budget_corrections (
      scope TEXT PRIMARY KEY,
      at INTEGER NOT NULL,
      lowered_limit INTEGER NOT NULL,
      wait_ms INTEGER NOT NULL,
      strikes INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE remembered_addresses (
      profile_id TEXT NOT NULL REFERENCES profiles (id),
      chain_instance TEXT NOT NULL,
      address TEXT NOT NULL,
      first_seen INTEGER NOT NULL,
      PRIMARY KEY (profile_id, chain_instance, address)
    ) STRICT;
  `,
}
