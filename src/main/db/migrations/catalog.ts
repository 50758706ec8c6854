import type { Migration } from '../migration.ts'

// Development versions before the first release numbered their files from 1 to 3.
const schema: Migration = {
  version: 100,
  name: 'schema',
  sql: `
    -- The catalog has its own file, which a worker writes for seconds: main's writes to the cache never wait for that. Times are epoch
    -- milliseconds. Coin values and fiat amounts in REAL columns only sort and filter.

    CREATE TABLE catalog_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      source TEXT NOT NULL,
      refreshed_at INTEGER NOT NULL,
      skipped INTEGER NOT NULL,
      words TEXT NOT NULL,
      etags TEXT NOT NULL
    ) STRICT;

    CREATE TABLE brands (
      id INTEGER PRIMARY KEY,
      slug TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      image_url TEXT NOT NULL,
      position INTEGER NOT NULL,
      product_types TEXT NOT NULL DEFAULT '[]',
      countries TEXT NOT NULL DEFAULT '[]'
    ) STRICT;
    CREATE INDEX brands_order ON brands (position, name);

    -- A shelf holds the variants of one brand that share product type, currency, countries, categories and sub-types. Words and
    -- filters find shelves; amounts and prices find variants on them.
    CREATE TABLE shelves (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      brand_id INTEGER NOT NULL REFERENCES brands (id),
      product_type TEXT NOT NULL,
      fiat_currency TEXT NOT NULL,
      country_key TEXT NOT NULL,
      variants INTEGER NOT NULL DEFAULT 0,
      least_coin REAL NOT NULL DEFAULT 0,
      least_fiat TEXT NOT NULL DEFAULT '0',
      fiat_per_coin REAL NOT NULL DEFAULT 0,
      words TEXT NOT NULL DEFAULT ''
    ) STRICT;
    -- The index covers the number of variants, which is shown at every start and refresh.
    CREATE INDEX shelves_brand ON shelves (brand_id, least_coin, variants);
    -- Currencies and their rates are queried while the user types.
    CREATE INDEX shelves_currency ON shelves (fiat_currency, fiat_per_coin);

    CREATE TABLE shelf_tags (
      kind TEXT NOT NULL,
      value TEXT NOT NULL,
      shelf_id INTEGER NOT NULL REFERENCES shelves (id) ON DELETE CASCADE,
      variants INTEGER NOT NULL,
      PRIMARY KEY (kind, value, shelf_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX shelf_tags_shelf ON shelf_tags (shelf_id);

    CREATE VIRTUAL TABLE shelf_words USING fts5 (
      brand, country, kind, category, area,
      content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE VIRTUAL TABLE shelf_vocabulary USING fts5vocab ('shelf_words', 'row');
    CREATE TABLE search_terms (
      term TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;

    -- A body is the service's JSON of the variant. Everything searched, sorted or counted has its own column.
    CREATE TABLE variants (
      id INTEGER PRIMARY KEY,
      sku TEXT NOT NULL UNIQUE,
      shelf_id INTEGER NOT NULL REFERENCES shelves (id),
      digest TEXT NOT NULL,
      fiat_value TEXT NOT NULL,
      fiat_amount REAL NOT NULL,
      coin_value REAL NOT NULL,
      data_gb REAL,
      days REAL,
      minutes REAL,
      unlimited INTEGER NOT NULL CHECK (unlimited IN (0, 1)),
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX variants_shelf ON variants (shelf_id, coin_value, fiat_amount, data_gb, days, unlimited, fiat_value);
    CREATE INDEX variants_coin ON variants (coin_value);
    CREATE INDEX variants_fiat ON variants (fiat_amount);
    CREATE INDEX variants_data ON variants (data_gb) WHERE data_gb IS NOT NULL;
    CREATE INDEX variants_days ON variants (days) WHERE days IS NOT NULL;
    CREATE INDEX variants_unlimited ON variants (shelf_id) WHERE unlimited = 1;
    CREATE INDEX variants_per_gb ON variants (coin_value / data_gb) WHERE data_gb > 0;
    CREATE INDEX variants_per_day ON variants (coin_value / days) WHERE days > 0;
    CREATE INDEX variants_per_minute ON variants (coin_value / minutes) WHERE minutes > 0;

    CREATE TABLE catalog_changes (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      sku TEXT NOT NULL,
      before TEXT,
      brand TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX catalog_changes_at ON catalog_changes (at);

    CREATE TABLE image_sources (
      id TEXT PRIMARY KEY,
      url TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}

const searchedNotes: Migration = {
  version: 101,
  name: 'searched notes',
  sql: `
    -- The index keeps no texts, so the words of each shelf are read back from it. Notes follow with the next refresh, which is asked to
    -- send everything and to write the words of every shelf.
    CREATE VIRTUAL TABLE temp.word_places USING fts5vocab ('main', 'shelf_words', 'instance');
    CREATE TEMP TABLE word_columns AS
      SELECT doc, col, group_concat(term, ' ' ORDER BY offset) AS words FROM temp.word_places GROUP BY doc, col;
    DROP TABLE temp.word_places;
    DROP TABLE shelf_vocabulary;
    DROP TABLE shelf_words;
    CREATE VIRTUAL TABLE shelf_words USING fts5 (
      brand, country, kind, category, area, notes,
      content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE VIRTUAL TABLE shelf_vocabulary USING fts5vocab ('shelf_words', 'col');
    INSERT INTO shelf_words (rowid, brand, country, kind, category, area)
      SELECT doc, max(words) FILTER (WHERE col = 'brand'), max(words) FILTER (WHERE col = 'country'),
        max(words) FILTER (WHERE col = 'kind'), max(words) FILTER (WHERE col = 'category'), max(words) FILTER (WHERE col = 'area')
      FROM temp.word_columns GROUP BY doc;
    DROP TABLE temp.word_columns;
    UPDATE catalog_state SET words = '', etags = '{}';
  `,
}

const categoryWords: Migration = {
  version: 102,
  name: 'category words',
  sql: `
    -- The next refresh is asked to send everything, and to write the words of every shelf with what people call its categories.
    UPDATE catalog_state SET words = '', etags = '{}';
  `,
}

/** The catalog's migrations in order; a released one is never edited. */
export const catalogMigrations: readonly Migration[] = [schema, searchedNotes, categoryWords]
