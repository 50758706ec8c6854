import type { Migration } from '../migration.ts'

// What an intent of kind 'claim' is about: `units` of `token` that its payer withdraws from an escrow's vault through its router, of one
// record or, where that is null, of all that waits for the service. `network` and `coin` are JSON: both as they were then. A claim covers the
// purchases of `claim_purchases`, which `counted_at` says to have their refund. SQLite cannot change a CHECK: the tables that name kinds are rebuilt.
export const ledger0037Claims: Migration = {
  name: 'claims',
  sql: `
    CREATE TABLE new_intents (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('purchase', 'revocation', 'transfer', 'claim'))
    ) STRICT;
    INSERT INTO new_intents SELECT id, kind FROM intents ORDER BY rowid;

    CREATE TABLE new_steps (
      intent_id TEXT NOT NULL REFERENCES new_intents (id),
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

    CREATE TABLE new_transfers (
      id TEXT PRIMARY KEY REFERENCES new_intents (id),
      created_at INTEGER NOT NULL,
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      network TEXT NOT NULL,
      coin TEXT NOT NULL,
      token TEXT,
      units TEXT NOT NULL,
      recipient TEXT NOT NULL,
      name BLOB,
      counted_at INTEGER
    ) STRICT;
    INSERT INTO new_transfers
      SELECT id, created_at, profile_id, chain_instance, from_address, network, coin, token, units, recipient, name, counted_at
      FROM transfers ORDER BY rowid;

    DROP TABLE signed_transactions;
    DROP TABLE steps;
    DROP TABLE revocations;
    DROP TABLE transfers;
    DROP TABLE intents;
    ALTER TABLE new_intents RENAME TO intents;
    ALTER TABLE new_steps RENAME TO steps;
    ALTER TABLE new_signed_transactions RENAME TO signed_transactions;
    ALTER TABLE new_revocations RENAME TO revocations;
    ALTER TABLE new_transfers RENAME TO transfers;
    CREATE INDEX signed_transactions_step ON signed_transactions (intent_id, position);
    CREATE INDEX steps_open ON steps (chain_instance, from_address) WHERE state = 'signed';
    CREATE INDEX revocations_account ON revocations (chain_instance, from_address);
    CREATE INDEX transfers_newest ON transfers (created_at DESC, id);

    CREATE TABLE claims (
      id TEXT PRIMARY KEY REFERENCES intents (id),
      created_at INTEGER NOT NULL,
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      network TEXT NOT NULL,
      coin TEXT NOT NULL,
      token TEXT NOT NULL,
      router TEXT NOT NULL,
      vault TEXT NOT NULL,
      service_id TEXT NOT NULL,
      record_id TEXT,
      units TEXT NOT NULL,
      counted_at INTEGER
    ) STRICT;
    CREATE TABLE claim_purchases (
      claim_id TEXT NOT NULL REFERENCES claims (id),
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      units TEXT NOT NULL,
      PRIMARY KEY (claim_id, purchase_id)
    ) STRICT;
    CREATE INDEX claim_purchases_purchase ON claim_purchases (purchase_id);
  `,
}
