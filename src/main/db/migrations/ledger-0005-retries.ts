import type { Migration } from '../migration.ts'

// A purchase made in place of one that was never paid names it.
export const ledger0005Retries: Migration = {
  name: 'retries',
  sql: `
    ALTER TABLE purchases ADD COLUMN retry_of TEXT REFERENCES purchases (id);
    CREATE INDEX purchases_retry ON purchases (retry_of) WHERE retry_of IS NOT NULL;
    CREATE INDEX purchases_attention ON purchases (attention) WHERE attention IS NOT NULL;
  `,
}
