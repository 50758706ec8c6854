import type { Migration } from '../migration.ts'

// A page of the service's list finds its purchases by their transaction ids, however many are open.
export const ledger0010OpenSpends: Migration = {
  name: 'open-spends',
  sql: `
    CREATE INDEX purchases_open_spends ON purchases (json_extract(spend, '$.transactionId'))
      WHERE ended = 0 AND registration = 'registered';
  `,
}
