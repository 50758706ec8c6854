import type { Migration } from '../migration.ts'

// What used some nonces of an account is shown by nobody: the person is asked, and the answer outlives the process.
export const ledger0032UnseenTransactions: Migration = {
  name: 'unseen-transactions',
  sql: `
    CREATE TABLE unseen_transactions (
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      address TEXT NOT NULL,
      below INTEGER NOT NULL,
      count INTEGER NOT NULL,
      waits INTEGER NOT NULL CHECK (waits IN (0, 1)),
      network TEXT NOT NULL,
      explorer TEXT NOT NULL,
      found_at INTEGER NOT NULL,
      acknowledged_at INTEGER,
      PRIMARY KEY (profile_id, chain_instance, address)
    ) STRICT;`,
}
