import type { Migration } from '../migration.ts'

// Other tills that the manager follows, in their order: an address with its checksum, and a name. No key, and nothing to pay with.
export const ledger0025Tills: Migration = {
  name: 'tills',
  sql: `
    CREATE TABLE tills (
      address TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      place INTEGER NOT NULL
    ) STRICT;
  `,
}
