import { jsonField } from '../json-field.ts'
import type { Migration } from '../migration.ts'

const asked = `(SELECT ${jsonField('e.terms', '$.payment.units')} FROM external_payments e WHERE e.id = purchases.id)`

/** What was not stored of external payments, or not as it is now. */
export const externalFacts: Migration = {
  version: 121,
  name: 'facts of external payments',
  sql: `
    -- The chain's newest block when the user stopped waiting; NULL if the network was silent then.
    ALTER TABLE external_payments ADD COLUMN ended_block INTEGER;

    -- Nobody knows what fee a service takes of another amount than it asked for. Earlier purchases kept the asked one.
    UPDATE purchases SET terms = json_set(terms, '$.quote.feeAmount', '0',
        '$.quote.assetAmount', ${jsonField('terms', '$.quote.totalAmount')})
      WHERE ${jsonField('terms', '$.payment.units')} <> ${asked};
  `,
}
