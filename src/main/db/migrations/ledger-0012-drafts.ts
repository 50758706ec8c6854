import type { Migration } from '../migration.ts'

// What was prepared: where it goes is sealed, and leaves with the purchase that it became, of which it then only knows the id.
export const ledger0012Drafts: Migration = {
  name: 'drafts',
  sql: `
    CREATE TABLE drafts (
      id TEXT PRIMARY KEY,
      service TEXT NOT NULL,
      kept_at INTEGER NOT NULL,
      sku TEXT NOT NULL,
      product TEXT NOT NULL,
      delivery BLOB,
      network_key TEXT,
      token_key TEXT,
      purchase_id TEXT UNIQUE REFERENCES purchases (id),
      CHECK ((network_key IS NULL) = (token_key IS NULL)),
      CHECK ((delivery IS NULL) = (purchase_id IS NOT NULL))
    ) STRICT;
    CREATE INDEX drafts_waiting ON drafts (service, kept_at DESC, id) WHERE purchase_id IS NULL;
  `,
}
