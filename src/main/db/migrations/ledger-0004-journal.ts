import type { Migration } from '../migration.ts'

// An intent is whatever has steps on chain: a purchase, or the revocation of an allowance. A step may be signed more than once
// under its nonce (`purpose`); `token` is what `spends_units` counts, null for the native coin.
export const ledger0004Journal: Migration = {
  name: 'journal',
  sql: `
    CREATE TABLE intents (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('purchase', 'revocation'))
    ) STRICT;
    INSERT INTO intents (id, kind) SELECT id, 'purchase' FROM purchases;

    CREATE TABLE new_steps (
      intent_id TEXT NOT NULL REFERENCES intents (id),
      position INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('zero-allowance', 'approve', 'pay', 'revoke')),
      state TEXT NOT NULL
        CHECK (state IN ('signed', 'mined', 'confirmed', 'final', 'reverted', 'cancelled', 'superseded')),
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      nonce INTEGER NOT NULL CHECK (nonce >= 0),
      mined_hash TEXT,
      block_number INTEGER,
      block_hash TEXT,
      fee_units TEXT,
      PRIMARY KEY (intent_id, position),
      UNIQUE (intent_id, kind),
      UNIQUE (chain_instance, from_address, nonce)
    ) STRICT;
    INSERT INTO new_steps SELECT * FROM steps;

    CREATE TABLE new_signed_transactions (
      hash TEXT PRIMARY KEY,
      intent_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      purpose TEXT NOT NULL CHECK (purpose IN ('original', 'speed-up', 'cancel')),
      raw TEXT NOT NULL,
      fee_at_most TEXT NOT NULL,
      token TEXT,
      spends_units TEXT NOT NULL,
      signed_at INTEGER NOT NULL,
      FOREIGN KEY (intent_id, position) REFERENCES new_steps (intent_id, position)
    ) STRICT;
    INSERT INTO new_signed_transactions
      SELECT t.hash, t.purchase_id, t.position, 'original', t.raw, t.fee_at_most,
        json_extract(p.terms, '$.token.address'), t.spends_units, t.signed_at
      FROM signed_transactions t JOIN purchases p ON p.id = t.purchase_id ORDER BY t.rowid;

    DROP TABLE signed_transactions;
    DROP TABLE steps;
    ALTER TABLE new_steps RENAME TO steps;
    ALTER TABLE new_signed_transactions RENAME TO signed_transactions;
    CREATE INDEX signed_transactions_step ON signed_transactions (intent_id, position);
    CREATE INDEX steps_open ON steps (chain_instance, from_address) WHERE state = 'signed';
  `,
}
