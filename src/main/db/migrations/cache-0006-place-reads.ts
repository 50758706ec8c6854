import type { Migration } from '../migration.ts'

// When each kind of place was last read, and from which service; `network_key` is '' for what is not of one network. What was read
// before this was noted counts as old. Times are epoch milliseconds.
export const cache0006PlaceReads: Migration = {
  name: 'place-reads',
  sql: `
    CREATE TABLE place_reads (
      kind TEXT NOT NULL CHECK (kind IN ('countries', 'networks', 'tokens')),
      network_key TEXT NOT NULL,
      source TEXT NOT NULL,
      read_at INTEGER NOT NULL,
      PRIMARY KEY (kind, network_key)
    ) STRICT;
  `,
}
