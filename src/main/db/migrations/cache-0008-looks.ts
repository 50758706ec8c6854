import type { Migration } from '../migration.ts'

// When a person last looked at what changed in a service's catalog, in epoch milliseconds.
export const cache0008Looks: Migration = {
  name: 'looks',
  sql: `
    CREATE TABLE catalog_looks (source TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  `,
}
