import type { Migration } from '../migration.ts'

// How often each registration was sent: of many attempts only the first and the last are kept.
export const ledger0027AttemptCounts: Migration = {
  name: 'attempt-counts',
  sql: `
    ALTER TABLE registrations ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
    UPDATE registrations SET attempts = (
      SELECT count(*) FROM registration_attempts a WHERE a.idempotency_key = registrations.idempotency_key);
  `,
}
