import type { Migration } from '../migration.ts'

// Each quote of a service is paid by one purchase at most; `service` is its address without the slash at its end. Of purchases made
// before, those count whose payment may have moved coins.
export const ledger0028PaidQuotes: Migration = {
  name: 'paid-quotes',
  sql: `
    CREATE TABLE paid_quotes (
      service TEXT NOT NULL,
      quote_id INTEGER NOT NULL,
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      PRIMARY KEY (service, quote_id)
    ) STRICT;
    INSERT OR IGNORE INTO paid_quotes (service, quote_id, purchase_id)
      SELECT rtrim(json_extract(f.body, '$.baseUrl'), '/'), json_extract(p.terms, '$.quote.id'), p.id
      FROM purchases p
      JOIN profiles f ON f.id = p.profile_id
      JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay'
      WHERE s.state NOT IN ('reverted', 'cancelled', 'superseded')
        AND json_extract(f.body, '$.baseUrl') IS NOT NULL AND json_type(p.terms, '$.quote.id') = 'integer'
      ORDER BY p.created_at;
  `,
}
