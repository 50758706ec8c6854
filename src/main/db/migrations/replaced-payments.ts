import type { Migration } from '../migration.ts'

/** What one wish is asked for with, price after price. */
export const replacedPayments: Migration = {
  version: 124,
  name: 'replaced payments',
  sql: `
    -- The payment that this one replaces at a new price; NULL if none, or an earlier version asked.
    ALTER TABLE external_payments ADD COLUMN replaces TEXT REFERENCES external_payments (id);
    CREATE INDEX external_payments_replaces ON external_payments (replaces) WHERE replaces IS NOT NULL;
  `,
}
