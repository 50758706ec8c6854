import type { Migration } from '../migration.ts'

// What the chain tells of a payment that neither ledger nor service explains. Where it was found before, nobody wrote it down.
export const ledger0009ForeignPayments: Migration = {
  name: 'foreign-payments',
  sql: `
    ALTER TABLE foreign_payments ADD COLUMN network TEXT;
    ALTER TABLE foreign_payments ADD COLUMN explorer TEXT;
    ALTER TABLE foreign_payments ADD COLUMN recipient TEXT;
  `,
}
