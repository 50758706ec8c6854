import type { Migration } from '../migration.ts'

// Transfers of a failed purchase's coin and amount by somebody whom nothing ties to the service. `happened_at` is the time of the
// block, null where no node told it; `declined_at` is when the person said that it is not the refund. Why a refund counts that was seen
// before, and who sent it, nobody wrote down.
export const ledger0018PossibleRefunds: Migration = {
  name: 'possible-refunds',
  sql: `
    CREATE TABLE possible_refunds (
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      hash TEXT NOT NULL,
      sender TEXT NOT NULL,
      happened_at INTEGER,
      found_at INTEGER NOT NULL,
      declined_at INTEGER,
      PRIMARY KEY (purchase_id, hash)
    ) STRICT;
    CREATE INDEX possible_refunds_open ON possible_refunds (hash, sender) WHERE declined_at IS NULL;
    ALTER TABLE purchases ADD COLUMN refund_from TEXT;
    ALTER TABLE purchases ADD COLUMN refund_evidence TEXT CHECK (refund_evidence IN ('payee', 'known-sender', 'person'));
    CREATE INDEX purchases_confirmed_senders ON purchases (profile_id, chain_instance, refund_from)
      WHERE refund_evidence = 'person';
  `,
}
