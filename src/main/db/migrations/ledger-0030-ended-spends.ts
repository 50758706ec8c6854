import type { Migration } from '../migration.ts'

// A page of the service's list also finds purchases that have ended: a service may take its word back.
export const ledger0030EndedSpends: Migration = {
  name: 'ended-spends',
  sql: `
    CREATE INDEX purchases_ended_spends ON purchases (json_extract(spend, '$.transactionId'))
      WHERE ended = 1 AND registration = 'registered';
  `,
}
