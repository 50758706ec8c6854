import type { Migration } from '../migration.ts'

// Words are told apart by where they stand: in the brand's name, as the country a variant is for, or merely among many countries
// (`area`). `place` is that country's English name and only orders. The index cannot be changed in place, so the catalog is read anew.
export const cache0004SearchPlaces: Migration = {
  name: 'search-places',
  sql: `
    DELETE FROM variant_tags;
    DELETE FROM variants;
    DELETE FROM brands;
    DELETE FROM catalog_state;
    ALTER TABLE variants ADD COLUMN place TEXT NOT NULL DEFAULT '';

    DROP TABLE variant_words;
    CREATE VIRTUAL TABLE variant_words USING fts5 (
      brand, country, kind, amount, category, area, sku,
      content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
    );
  `,
}
