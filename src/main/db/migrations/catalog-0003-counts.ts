import type { Migration } from '../migration.ts'

// How many variants there are is asked at every start and shown with every refresh.
export const catalog0003Counts: Migration = {
  name: 'counts',
  sql: `
    DROP INDEX shelves_brand;
    CREATE INDEX shelves_brand ON shelves (brand_id, least_coin, variants);
  `,
}
