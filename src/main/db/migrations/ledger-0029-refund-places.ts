import type { Migration } from '../migration.ts'

// One transaction can hold two refunds of the same amount: a transfer is told from others by its hash and its place among the
// transaction's transfers to the wallet. Of refunds that counted before nobody wrote the place down (null): they speak for their whole
// transaction. `purchases.refund_hash` is empty from here on; SQLite drops no column that is unique.
export const ledger0029RefundPlaces: Migration = {
  name: 'refund-places',
  sql: `
    CREATE TABLE counted_refunds (
      purchase_id TEXT PRIMARY KEY REFERENCES purchases (id),
      hash TEXT NOT NULL,
      place INTEGER,
      units TEXT NOT NULL,
      sender TEXT,
      evidence TEXT CHECK (evidence IN ('payee', 'known-sender', 'person'))
    ) STRICT;
    CREATE UNIQUE INDEX counted_refunds_transfer ON counted_refunds (hash, coalesce(place, -1));
    CREATE INDEX counted_refunds_senders ON counted_refunds (sender) WHERE evidence = 'person';
    INSERT INTO counted_refunds (purchase_id, hash, units, sender, evidence)
      SELECT id, refund_hash, refund_units, refund_from, refund_evidence FROM purchases
      WHERE refund_hash IS NOT NULL AND refund_units IS NOT NULL;
    DROP INDEX purchases_confirmed_senders;
    UPDATE purchases SET refund_hash = NULL WHERE refund_hash IS NOT NULL;
    ALTER TABLE purchases DROP COLUMN refund_units;
    ALTER TABLE purchases DROP COLUMN refund_from;
    ALTER TABLE purchases DROP COLUMN refund_evidence;

    ALTER TABLE possible_refunds RENAME TO possible_refunds_before;
    CREATE TABLE possible_refunds (
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      hash TEXT NOT NULL,
      place INTEGER,
      sender TEXT NOT NULL,
      happened_at INTEGER,
      found_at INTEGER NOT NULL,
      declined_at INTEGER
    ) STRICT;
    INSERT INTO possible_refunds (purchase_id, hash, sender, happened_at, found_at, declined_at)
      SELECT purchase_id, hash, sender, happened_at, found_at, declined_at FROM possible_refunds_before ORDER BY rowid;
    DROP TABLE possible_refunds_before;
    CREATE UNIQUE INDEX possible_refunds_transfer ON possible_refunds (purchase_id, hash, coalesce(place, -1));
    CREATE INDEX possible_refunds_open ON possible_refunds (hash, sender) WHERE declined_at IS NULL;
  `,
}
