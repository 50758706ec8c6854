import type { Migration } from '../migration.ts'

// Kept by the service's address and integrator, so that a profile which follows another has them too.
export const ledger0011Favourites: Migration = {
  name: 'favourites',
  sql: `
    CREATE TABLE favourites (
      service TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('brand', 'product')),
      key TEXT NOT NULL,
      starred_at INTEGER NOT NULL,
      seen TEXT NOT NULL,
      PRIMARY KEY (service, kind, key)
    ) STRICT;
  `,
}
