import type { Migration } from '../migration.ts'

// What a shop sells for cash. Amounts are exact decimals in the shop's currency, of a sale and its shift in that of the shift. A sale is
// written before its payment is signed, under the id that the purchase will have; it belongs to the shift in which the cash was taken, and
// what is given back to the one in which it is given.
export const ledger0020Sales: Migration = {
  name: 'sales',
  sql: `
    CREATE TABLE shop_prices (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      currency TEXT NOT NULL,
      rate TEXT NOT NULL,
      rules TEXT NOT NULL,
      limits TEXT NOT NULL
    ) STRICT;
    CREATE TABLE shifts (
      number INTEGER PRIMARY KEY,
      currency TEXT NOT NULL,
      float TEXT NOT NULL,
      opened_at INTEGER NOT NULL,
      closed_at INTEGER,
      counted TEXT,
      CHECK ((closed_at IS NULL) = (counted IS NULL))
    ) STRICT;
    CREATE UNIQUE INDEX shifts_one_open ON shifts (closed_at IS NULL) WHERE closed_at IS NULL;
    CREATE TABLE cash_moves (
      id TEXT PRIMARY KEY,
      shift INTEGER NOT NULL REFERENCES shifts (number),
      clerk_id TEXT REFERENCES clerks (id),
      at INTEGER NOT NULL,
      direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
      amount TEXT NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;
    CREATE INDEX cash_moves_shift ON cash_moves (shift);
    CREATE TABLE sales (
      number INTEGER PRIMARY KEY,
      purchase_id TEXT NOT NULL UNIQUE,
      shift INTEGER NOT NULL REFERENCES shifts (number),
      clerk_id TEXT REFERENCES clerks (id),
      at INTEGER NOT NULL,
      sku TEXT NOT NULL,
      product TEXT NOT NULL,
      price TEXT NOT NULL,
      cost TEXT NOT NULL,
      given TEXT NOT NULL,
      printed_at INTEGER,
      returned_shift INTEGER REFERENCES shifts (number),
      returned_by TEXT REFERENCES clerks (id),
      returned_at INTEGER,
      CHECK ((returned_shift IS NULL) = (returned_at IS NULL))
    ) STRICT;
    CREATE INDEX sales_shift ON sales (shift);
    CREATE INDEX sales_at ON sales (at);
    CREATE INDEX sales_returned ON sales (returned_shift) WHERE returned_shift IS NOT NULL;
  `,
}
