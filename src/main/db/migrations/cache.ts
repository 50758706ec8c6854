import type { Migration } from '../migration.ts'

// Development versions before the first release numbered their files from 1 to 9.
const schema: Migration = {
  version: 100,
  name: 'schema',
  sql: `
    -- Times are epoch milliseconds. A body is JSON as the service client read it.

    CREATE TABLE countries (
      iso2 TEXT PRIMARY KEY,
      body TEXT NOT NULL
    ) STRICT;

    CREATE TABLE networks (
      key TEXT PRIMARY KEY,
      position INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;

    CREATE TABLE tokens (
      network_key TEXT NOT NULL REFERENCES networks (key) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (network_key, position)
    ) STRICT;

    -- When countries, networks and tokens were last read, and from which service. The key is '' for data that belongs to no single
    -- network.
    CREATE TABLE metadata_reads (
      kind TEXT NOT NULL CHECK (kind IN ('countries', 'networks', 'tokens')),
      network_key TEXT NOT NULL,
      source TEXT NOT NULL,
      read_at INTEGER NOT NULL,
      PRIMARY KEY (kind, network_key)
    ) STRICT;

    -- When the user last saw the changes of a service's catalog.
    CREATE TABLE catalog_seen (
      source TEXT PRIMARY KEY,
      at INTEGER NOT NULL
    ) STRICT;

    -- An id is the hash of its URL. Only URLs from the service's own answers are written.
    CREATE TABLE image_sources (
      id TEXT PRIMARY KEY,
      url TEXT NOT NULL
    ) STRICT;

    CREATE TABLE images (
      id TEXT PRIMARY KEY,
      type TEXT NOT NULL,
      bytes BLOB NOT NULL,
      size INTEGER NOT NULL,
      used_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX images_used ON images (used_at, id, size);

    CREATE TABLE image_failures (
      id TEXT PRIMARY KEY,
      until INTEGER NOT NULL
    ) STRICT;

    -- An account's balances at its network's last answer, as JSON of the view. Shown with their age; they decide nothing.
    CREATE TABLE last_balances (
      address TEXT NOT NULL,
      chain_id INTEGER NOT NULL,
      network_key TEXT NOT NULL,
      held TEXT NOT NULL,
      PRIMARY KEY (address, chain_id, network_key)
    ) STRICT;

    -- The progress through the service's list of another register (see merge-page.ts). A service is its address and integrator.
    CREATE TABLE register_reads (
      service TEXT NOT NULL,
      address TEXT NOT NULL,
      read_at INTEGER NOT NULL,
      depth INTEGER NOT NULL,
      moved INTEGER NOT NULL,
      since INTEGER,
      complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
      skipped INTEGER NOT NULL,
      total INTEGER,
      PRIMARY KEY (service, address)
    ) STRICT;

    -- That list's row of each purchase, and its time. Amounts are decimal texts.
    CREATE TABLE register_purchases (
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
    CREATE INDEX register_purchases_newest ON register_purchases (service, address, at DESC, id);
  `,
}

const updateChecks: Migration = {
  version: 101,
  name: 'update checks',
  sql: `
    -- When Till last checked for a newer version, and the signed document that it received last, as it came.
    CREATE TABLE update_checks (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      checked_at INTEGER NOT NULL,
      document TEXT
    ) STRICT;
  `,
}

/** The cache's migrations in order; a released one is never edited. */
export const cacheMigrations: readonly Migration[] = [schema, updateChecks]
