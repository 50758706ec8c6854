import type { Migration } from '../migration.ts'

/** What checks whether coins that bought nothing are where Till believes them to be. */
export const checkedArrivals: Migration = {
  version: 122,
  name: 'checked arrivals',
  sql: `
    -- Received transfers that the user denied to be the return of coins that bought nothing. Both are of one coin on one chain.
    CREATE TABLE denied_returns (
      hash TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      return_hash TEXT NOT NULL,
      return_ordinal INTEGER NOT NULL,
      PRIMARY KEY (hash, ordinal, return_hash, return_ordinal)
    ) STRICT, WITHOUT ROWID;

    -- The hash of the block in which coins arrived, NULL until it is read; gone_at is when a reorganization was found to have removed them.
    ALTER TABLE external_arrivals ADD COLUMN block_hash TEXT;
    ALTER TABLE external_arrivals ADD COLUMN gone_at INTEGER;
  `,
}
