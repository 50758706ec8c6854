import type { Migration } from '../migration.ts'

// What stands on a shop's counter, in the manager's order; products as JSON, each with what the catalog last said of it. Kept by the
// service's address and integrator, as favourites are.
export const ledger0023CounterPages: Migration = {
  name: 'counter-pages',
  sql: `
    CREATE TABLE counter_pages (
      service TEXT NOT NULL,
      place INTEGER NOT NULL,
      name TEXT NOT NULL,
      products TEXT NOT NULL,
      PRIMARY KEY (service, place)
    ) STRICT;
  `,
}
