import type { Migration } from '../migration.ts'

// What a service's list said of the purchases of other tills, and how far it was read (see take-page.ts). Kept by the service's address and
// integrator. Times are epoch milliseconds, amounts decimal texts; `read_at` of a purchase is when its row came last.
export const cache0009Tills: Migration = {
  name: 'tills',
  sql: `
    CREATE TABLE till_reads (
      service TEXT NOT NULL,
      address TEXT NOT NULL,
      read_at INTEGER NOT NULL,
      depth INTEGER NOT NULL,
      moved INTEGER NOT NULL,
      since INTEGER,
      complete INTEGER NOT NULL,
      skipped INTEGER NOT NULL,
      total INTEGER,
      PRIMARY KEY (service, address)
    ) STRICT;
    CREATE TABLE till_purchases (
      service TEXT NOT NULL,
      address TEXT NOT NULL,
      id TEXT NOT NULL,
      at INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      status TEXT NOT NULL,
      product TEXT NOT NULL,
      sku TEXT NOT NULL,
      quantity TEXT NOT NULL,
      currency TEXT NOT NULL,
      amount TEXT,
      coin TEXT NOT NULL,
      paid TEXT,
      chain_id INTEGER,
      hash TEXT,
      read_at INTEGER NOT NULL,
      PRIMARY KEY (service, address, id)
    ) STRICT;
    CREATE INDEX till_purchases_newest ON till_purchases (service, address, at DESC, id);
  `,
}
