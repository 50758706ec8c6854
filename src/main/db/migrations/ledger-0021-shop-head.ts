import type { Migration } from '../migration.ts'

// What stands on every slip of the shop, and where it is printed: one row, as JSON.
export const ledger0021ShopHead: Migration = {
  name: 'shop-head',
  sql: `
    CREATE TABLE shop_head (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      body TEXT NOT NULL
    ) STRICT;
  `,
}
