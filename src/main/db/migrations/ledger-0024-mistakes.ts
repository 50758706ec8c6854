import type { Migration } from '../migration.ts'

// Wrong PINs that a right one after them does not make good, in fifths of one: see `clerks.ts`.
export const ledger0024Mistakes: Migration = {
  name: 'mistakes',
  sql: 'ALTER TABLE clerks ADD COLUMN mistakes INTEGER NOT NULL DEFAULT 0;',
}
