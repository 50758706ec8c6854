import type { Migration } from '../migration.ts'

// `uncovered` is what a claim brought, in units, that no purchase has as its refund; null before the claim was counted, and of one that was counted
// before this was written down. `place` is that of its transfer, as in `counted_refunds`.
export const ledger0039UncoveredClaims: Migration = {
  name: 'uncovered-claims',
  sql: `
    ALTER TABLE claims ADD COLUMN uncovered TEXT;
    ALTER TABLE claims ADD COLUMN place INTEGER;
  `,
}
