import type { Migration } from '../migration.ts'

// What an account held when its network last answered; only ever shown, with its age. `held` is JSON of the view.
export const cache0005LastBalances: Migration = {
  name: 'last-balances',
  sql: `
    CREATE TABLE last_balances (
      address TEXT NOT NULL,
      chain_id INTEGER NOT NULL,
      network_key TEXT NOT NULL,
      held TEXT NOT NULL,
      PRIMARY KEY (address, chain_id, network_key)
    ) STRICT;
  `,
}
