import type { Migration } from '../migration.ts'

// A service names its quotes as it likes: an id is text, and a number is the text of its digits.
export const ledger0033QuoteIds: Migration = {
  name: 'quote-ids',
  sql: `
    CREATE TABLE paid_quotes_as_text (
      service TEXT NOT NULL,
      quote_id TEXT NOT NULL,
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      PRIMARY KEY (service, quote_id)
    ) STRICT;
    INSERT INTO paid_quotes_as_text SELECT service, CAST(quote_id AS TEXT), purchase_id FROM paid_quotes;
    DROP TABLE paid_quotes;
    ALTER TABLE paid_quotes_as_text RENAME TO paid_quotes;
  `,
}
