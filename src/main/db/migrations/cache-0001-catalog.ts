import type { Migration } from '../migration.ts'

// Of a variant, columns hold what is searched, sorted and counted; its body (JSON) holds the rest. `coin_value` only orders.
// Times are epoch milliseconds.
export const cache0001Catalog: Migration = {
  name: 'catalog',
  sql: `
    CREATE TABLE catalog_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      source TEXT NOT NULL,
      refreshed_at INTEGER NOT NULL,
      skipped INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE brands (
      slug TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      image_url TEXT NOT NULL,
      position INTEGER NOT NULL,
      product_types TEXT NOT NULL,
      countries TEXT NOT NULL
    ) STRICT;
    CREATE INDEX brands_order ON brands (position, name);

    CREATE TABLE variants (
      id INTEGER PRIMARY KEY,
      sku TEXT NOT NULL UNIQUE,
      digest TEXT NOT NULL,
      brand_slug TEXT NOT NULL,
      product_type TEXT NOT NULL,
      fiat_currency TEXT NOT NULL,
      fiat_value TEXT NOT NULL,
      coin_value REAL NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX variants_brand ON variants (brand_slug, coin_value, fiat_currency, fiat_value);
    CREATE INDEX variants_type ON variants (product_type);

    CREATE TABLE variant_tags (
      variant_id INTEGER NOT NULL REFERENCES variants (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('country', 'category', 'subType')),
      value TEXT NOT NULL,
      PRIMARY KEY (kind, value, variant_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX variant_tags_variant ON variant_tags (variant_id);

    CREATE VIRTUAL TABLE variant_words USING fts5 (
      brand, kind, category, country, amount, sku,
      content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
    );
  `,
}
