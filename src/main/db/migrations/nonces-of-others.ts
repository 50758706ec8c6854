import type { Migration } from '../migration.ts'

/** SQLite cannot change a table's constraints, so both tables are written again, with their rows in the order of their commits. */
export const noncesOfOthers: Migration = {
  version: 120,
  name: 'nonces of other wallets',
  sql: `
    CREATE TEMP TABLE signed_before AS SELECT * FROM signed_transactions ORDER BY rowid;
    DROP TABLE signed_transactions;

    -- The nonce is the idempotency key: no two steps that Till signs for an account on a chain share one. Another wallet with the same key
    -- may use the nonce of a step that then never arrives.
    CREATE TABLE steps_next (
      intent_id TEXT NOT NULL REFERENCES intents (id),
      position INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('zero-allowance', 'approve', 'pay', 'revoke', 'send', 'claim')),
      state TEXT NOT NULL
        CHECK (state IN ('signed', 'mined', 'confirmed', 'final', 'reverted', 'cancelled', 'superseded')),
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      nonce INTEGER NOT NULL CHECK (nonce >= 0),
      mined_hash TEXT,
      block_number INTEGER,
      block_hash TEXT,
      fee_units TEXT,
      l1_fee_units TEXT CHECK (l1_fee_units IS NULL OR fee_units IS NOT NULL),
      signed_elsewhere INTEGER NOT NULL DEFAULT 0 CHECK (signed_elsewhere IN (0, 1)),
      PRIMARY KEY (intent_id, position),
      UNIQUE (intent_id, kind)
    ) STRICT;
    INSERT INTO steps_next
      SELECT s.*, EXISTS (SELECT 1 FROM external_payments WHERE id = s.intent_id AND ended = 'paid')
      FROM steps s ORDER BY s.rowid;
    DROP TABLE steps;
    ALTER TABLE steps_next RENAME TO steps;
    CREATE INDEX steps_mined ON steps (mined_hash) WHERE mined_hash IS NOT NULL;
    CREATE INDEX steps_open ON steps (chain_instance, from_address) WHERE state = 'signed';
    CREATE INDEX steps_of_nonce ON steps (chain_instance, from_address, nonce);
    CREATE UNIQUE INDEX steps_own_nonce ON steps (chain_instance, from_address, nonce) WHERE signed_elsewhere = 0;

    CREATE TABLE signed_transactions (
      hash TEXT PRIMARY KEY,
      intent_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      purpose TEXT NOT NULL CHECK (purpose IN ('original', 'speed-up', 'cancel')),
      raw TEXT NOT NULL,
      fee_at_most TEXT NOT NULL,
      token TEXT,
      spends_units TEXT NOT NULL,
      signed_at INTEGER NOT NULL,
      FOREIGN KEY (intent_id, position) REFERENCES steps (intent_id, position)
    ) STRICT;
    INSERT INTO signed_transactions SELECT * FROM signed_before ORDER BY rowid;
    DROP TABLE signed_before;
    CREATE INDEX signed_transactions_step ON signed_transactions (intent_id, position);
    CREATE INDEX signed_transactions_newest ON signed_transactions (signed_at);
  `,
}
