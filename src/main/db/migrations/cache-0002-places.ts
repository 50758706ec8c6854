import type { Migration } from '../migration.ts'

// Bodies are JSON as the service client read them.
export const cache0002Places: Migration = {
  name: 'places',
  sql: `
    CREATE TABLE countries (iso2 TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;

    CREATE TABLE networks (key TEXT PRIMARY KEY, position INTEGER NOT NULL, body TEXT NOT NULL) STRICT;

    CREATE TABLE tokens (
      network_key TEXT NOT NULL REFERENCES networks (key) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (network_key, position)
    ) STRICT;
  `,
}
