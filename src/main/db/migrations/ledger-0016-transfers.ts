import type { Migration } from '../migration.ts'

// What an intent of kind 'transfer' is about: `units` of `token`, or of the native coin where that is null, from one address to
// another. `network` and `coin` are JSON: both as they were then. `name` seals what the person called the recipient then, and a
// recipient's `box` seals name and address together, so that neither can be put beside another. SQLite changes no CHECK: what names
// kinds is written anew.
export const ledger0016Transfers: Migration = {
  name: 'transfers',
  sql: `
    CREATE TABLE new_intents (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('purchase', 'revocation', 'transfer'))
    ) STRICT;
    INSERT INTO new_intents SELECT id, kind FROM intents ORDER BY rowid;

    CREATE TABLE new_steps (
      intent_id TEXT NOT NULL REFERENCES new_intents (id),
      position INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('zero-allowance', 'approve', 'pay', 'revoke', 'send')),
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
    INSERT INTO new_steps
      SELECT intent_id, position, kind, state, chain_instance, from_address, nonce, mined_hash, block_number, block_hash, fee_units
      FROM steps ORDER BY rowid;

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
      SELECT hash, intent_id, position, purpose, raw, fee_at_most, token, spends_units, signed_at
      FROM signed_transactions ORDER BY rowid;

    CREATE TABLE new_revocations (
      id TEXT PRIMARY KEY REFERENCES new_intents (id),
      created_at INTEGER NOT NULL,
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      token TEXT NOT NULL,
      spender TEXT NOT NULL,
      network TEXT NOT NULL
    ) STRICT;
    INSERT INTO new_revocations
      SELECT id, created_at, profile_id, chain_instance, from_address, token, spender, network FROM revocations ORDER BY rowid;

    DROP TABLE signed_transactions;
    DROP TABLE steps;
    DROP TABLE revocations;
    DROP TABLE intents;
    ALTER TABLE new_intents RENAME TO intents;
    ALTER TABLE new_steps RENAME TO steps;
    ALTER TABLE new_signed_transactions RENAME TO signed_transactions;
    ALTER TABLE new_revocations RENAME TO revocations;
    CREATE INDEX signed_transactions_step ON signed_transactions (intent_id, position);
    CREATE INDEX steps_open ON steps (chain_instance, from_address) WHERE state = 'signed';
    CREATE INDEX revocations_account ON revocations (chain_instance, from_address);

    CREATE TABLE transfers (
      id TEXT PRIMARY KEY REFERENCES intents (id),
      created_at INTEGER NOT NULL,
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      network TEXT NOT NULL,
      coin TEXT NOT NULL,
      token TEXT,
      units TEXT NOT NULL,
      recipient TEXT NOT NULL,
      name BLOB
    ) STRICT;
    CREATE INDEX transfers_newest ON transfers (created_at DESC, id);

    CREATE TABLE recipients (
      id TEXT PRIMARY KEY,
      box BLOB NOT NULL
    ) STRICT;
  `,
}
