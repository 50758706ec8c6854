import type { Migration } from '../migration.ts'

// A refund can come in several parts, and one transfer can be the refund of several purchases. Whether a transfer is taken is checked where
// it is counted: no index can tell a shared transfer from one that is counted twice. `units` is null where it was not written down: then it
// is what the purchase paid. `covers` lists the purchases that a transfer is the refund of together, as JSON; null for this one alone.
// `refund_searches` says how far the final blocks were searched. `is_known` says that refunds are known to come from its sender.
export const ledger0036RefundParts: Migration = {
  name: 'refund-parts',
  sql: `
    ALTER TABLE counted_refunds RENAME TO counted_refunds_before;
    DROP INDEX counted_refunds_transfer;
    DROP INDEX counted_refunds_senders;
    CREATE TABLE counted_refunds (
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      hash TEXT NOT NULL,
      place INTEGER,
      units TEXT NOT NULL,
      sender TEXT,
      evidence TEXT CHECK (evidence IN ('payee', 'known-sender', 'person', 'claim'))
    ) STRICT;
    INSERT INTO counted_refunds SELECT purchase_id, hash, place, units, sender, evidence FROM counted_refunds_before ORDER BY rowid;
    DROP TABLE counted_refunds_before;
    CREATE UNIQUE INDEX counted_refunds_parts ON counted_refunds (purchase_id, hash, coalesce(place, -1));
    CREATE INDEX counted_refunds_transfers ON counted_refunds (hash);
    CREATE INDEX counted_refunds_senders ON counted_refunds (sender) WHERE evidence = 'person';
    CREATE TABLE refund_searches (
      purchase_id TEXT PRIMARY KEY REFERENCES purchases (id),
      next_block INTEGER NOT NULL
    ) STRICT;
    ALTER TABLE possible_refunds ADD COLUMN units TEXT;
    ALTER TABLE possible_refunds ADD COLUMN covers TEXT;
    ALTER TABLE possible_refunds ADD COLUMN is_known INTEGER NOT NULL DEFAULT 0;
  `,
}
