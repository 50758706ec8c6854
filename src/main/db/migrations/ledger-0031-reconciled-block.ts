import type { Migration } from '../migration.ts'

// The next search for payments made elsewhere begins where the last one ended.
export const ledger0031ReconciledBlock: Migration = {
  name: 'reconciled-block',
  sql: 'ALTER TABLE reconciled_accounts ADD COLUMN block INTEGER;',
}
