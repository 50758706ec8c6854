import type { Migration } from '../migration.ts'

// How long is left to wait takes the place of when a password failed: a machine's clock can be set.
export const ledger0014Throttle: Migration = {
  name: 'throttle',
  sql: `
    ALTER TABLE unlock_throttle RENAME COLUMN failed_at TO wait_ms;
    UPDATE unlock_throttle SET wait_ms = CASE WHEN failures < 5 THEN 0 ELSE min(30000 * (1 << min(failures - 5, 7)), 3600000) END;
  `,
}
