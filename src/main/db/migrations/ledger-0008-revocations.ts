import type { Migration } from '../migration.ts'

// What an intent of kind 'revocation' is about. `network` is JSON: the network as it was then.
export const ledger0008Revocations: Migration = {
  name: 'revocations',
  sql: `
    CREATE TABLE revocations (
      id TEXT PRIMARY KEY REFERENCES intents (id),
      created_at INTEGER NOT NULL,
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      token TEXT NOT NULL,
      spender TEXT NOT NULL,
      network TEXT NOT NULL
    ) STRICT;
    CREATE INDEX revocations_account ON revocations (chain_instance, from_address);
  `,
}
