import type { Migration } from '../migration.ts'

// Times are epoch milliseconds; units of a token or of the native coin are decimal text, since they outgrow 64 bits.
export const ledger0002Purchases: Migration = {
  name: 'purchases',
  sql: `
    CREATE TABLE purchases (
      id TEXT PRIMARY KEY,
      created_at INTEGER NOT NULL,
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      terms TEXT NOT NULL,
      delivery BLOB NOT NULL,
      registration TEXT NOT NULL DEFAULT 'none' CHECK (registration IN ('none', 'prepared', 'registered', 'rejected')),
      unclear INTEGER NOT NULL DEFAULT 0 CHECK (unclear IN (0, 1)),
      service_status TEXT,
      refund TEXT NOT NULL DEFAULT 'none' CHECK (refund IN ('none', 'seen', 'waived')),
      attention TEXT,
      ended INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1)),
      spend TEXT,
      refund_hash TEXT UNIQUE,
      refund_units TEXT
    ) STRICT;
    CREATE INDEX purchases_newest ON purchases (created_at DESC, id);
    CREATE INDEX purchases_open ON purchases (ended) WHERE ended = 0;

    CREATE TABLE steps (
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      position INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('zero-allowance', 'approve', 'pay')),
      state TEXT NOT NULL
        CHECK (state IN ('signed', 'mined', 'confirmed', 'final', 'reverted', 'cancelled', 'superseded')),
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      nonce INTEGER NOT NULL CHECK (nonce >= 0),
      mined_hash TEXT,
      block_number INTEGER,
      block_hash TEXT,
      fee_units TEXT,
      PRIMARY KEY (purchase_id, position),
      UNIQUE (purchase_id, kind),
      UNIQUE (chain_instance, from_address, nonce)
    ) STRICT;

    CREATE TABLE signed_transactions (
      hash TEXT PRIMARY KEY,
      purchase_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      raw TEXT NOT NULL,
      fee_at_most TEXT NOT NULL,
      spends_units TEXT NOT NULL,
      signed_at INTEGER NOT NULL,
      FOREIGN KEY (purchase_id, position) REFERENCES steps (purchase_id, position)
    ) STRICT;
    CREATE INDEX signed_transactions_step ON signed_transactions (purchase_id, position);

    CREATE TABLE registrations (
      idempotency_key TEXT PRIMARY KEY,
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      payment_hash TEXT NOT NULL,
      body BLOB NOT NULL,
      prepared_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX registrations_purchase ON registrations (purchase_id);

    CREATE TABLE registration_attempts (
      id INTEGER PRIMARY KEY,
      idempotency_key TEXT NOT NULL REFERENCES registrations (idempotency_key),
      at INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      detail TEXT
    ) STRICT;
    CREATE INDEX registration_attempts_key ON registration_attempts (idempotency_key);

    CREATE TABLE purchase_events (
      id INTEGER PRIMARY KEY,
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      at INTEGER NOT NULL,
      event TEXT NOT NULL
    ) STRICT;
    CREATE INDEX purchase_events_purchase ON purchase_events (purchase_id);

    CREATE TABLE terms_consents (
      profile_id TEXT NOT NULL,
      address TEXT NOT NULL,
      accepted_at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, address)
    ) STRICT;
  `,
}
