import type { Migration } from '../migration.ts'

// The catalog has a file of its own, which a worker writes for seconds: what main writes here never waits for that.
export const cache0007CatalogApart: Migration = {
  name: 'catalog-apart',
  sql: `
    DROP TABLE variant_words;
    DROP TABLE variant_tags;
    DROP TABLE variants;
    DROP TABLE brands;
    DROP TABLE catalog_state;
  `,
}
