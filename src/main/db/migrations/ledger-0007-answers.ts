import type { Migration } from '../migration.ts'

// What the service answered to a registration, sealed: status and text as JSON.
export const ledger0007Answers: Migration = {
  name: 'answers',
  sql: 'ALTER TABLE registration_attempts ADD COLUMN answer BLOB;',
}
