import type { Migration } from '../migration.ts'

// An id is a hash of its URL; only URLs of the service's own answers are ever written. Times are epoch milliseconds.
export const cache0003Images: Migration = {
  name: 'images',
  sql: `
    CREATE TABLE image_sources (id TEXT PRIMARY KEY, url TEXT NOT NULL) STRICT;

    CREATE TABLE images (
      id TEXT PRIMARY KEY,
      type TEXT NOT NULL,
      bytes BLOB NOT NULL,
      size INTEGER NOT NULL,
      used_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX images_used ON images (used_at, id, size);

    CREATE TABLE image_failures (id TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT;
  `,
}
