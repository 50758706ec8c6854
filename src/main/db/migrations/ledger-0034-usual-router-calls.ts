import type { Migration } from '../migration.ts'

// Profiles were stored with every default written out. One with the only router call that was known then chose nothing: it takes the calls
// that are usual now. A profile that names others keeps them.
export const ledger0034UsualRouterCalls: Migration = {
  name: 'usual-router-calls',
  sql: `
    UPDATE profiles SET body = json_remove(body, '$.routerCalls')
    WHERE json_extract(body, '$.routerCalls') = '["function pay(address token, uint256 amount, uint256 quoteId)"]';
  `,
}
