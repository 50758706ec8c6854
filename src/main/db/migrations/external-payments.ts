import { jsonField } from '../json-field.ts'
import type { Migration } from '../migration.ts'

const of = (path: string): string =>
  `(SELECT ${jsonField('p.terms', `$.${path}`)} FROM external_payments p WHERE p.id = a.payment_id)`
const asked = `(SELECT ${jsonField('e.terms', '$.payment.units')} FROM external_payments e WHERE e.id = purchases.id)`

/** What was not stored of external payments, or not as it is now. */
export const externalFacts: Migration = {
  version: 121,
  name: 'facts of external payments',
  sql: `
    -- The chain's newest block when the user stopped waiting; NULL if the network was silent then.
    ALTER TABLE external_payments ADD COLUMN ended_block INTEGER;

    -- An arrival has its coin as it was called then, because the service may not list it later; returned_at is when the user said that it
    -- came back.
    ALTER TABLE external_arrivals ADD COLUMN symbol TEXT NOT NULL DEFAULT '';
    ALTER TABLE external_arrivals ADD COLUMN decimals INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE external_arrivals ADD COLUMN returned_at INTEGER;
    CREATE INDEX external_arrivals_hash ON external_arrivals (hash, ordinal);
    UPDATE external_arrivals AS a SET symbol = coalesce(a.token, ${of('network.nativeSymbol')}, ''),
      decimals = iif(a.token IS NULL, 18, 0);
    UPDATE external_arrivals AS a SET symbol = ${of('token.symbol')}, decimals = ${of('token.decimals')}
      WHERE a.token = ${of('token.address')} COLLATE NOCASE
        AND typeof(${of('token.symbol')}) = 'text' AND typeof(${of('token.decimals')}) = 'integer';

    -- Nobody knows what fee a service takes of another amount than it asked for. Earlier purchases kept the asked one.
    UPDATE purchases SET terms = json_set(terms, '$.quote.feeAmount', '0',
        '$.quote.assetAmount', ${jsonField('terms', '$.quote.totalAmount')})
      WHERE ${jsonField('terms', '$.payment.units')} <> ${asked};
  `,
}

/** What checks whether coins that bought nothing are where Till believes them to be. */
export const checkedArrivals: Migration = {
  version: 122,
  name: 'checked arrivals',
  sql: `
    -- Received transfers that the user denied to be the return of coins that bought nothing. Both are of one coin on one chain.
    CREATE TABLE denied_returns (
      hash TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      return_hash TEXT NOT NULL,
      return_ordinal INTEGER NOT NULL,
      PRIMARY KEY (hash, ordinal, return_hash, return_ordinal)
    ) STRICT, WITHOUT ROWID;

    -- The hash of the block in which coins arrived, NULL until it is read; gone_at is when a reorganization was found to have removed them.
    ALTER TABLE external_arrivals ADD COLUMN block_hash TEXT;
    ALTER TABLE external_arrivals ADD COLUMN gone_at INTEGER;
  `,
}

/** What proves that coins which arrived are gone while nodes lack receipts. */
export const arrivalNonces: Migration = {
  version: 123,
  name: 'nonces of arrivals',
  sql: `
    -- The asked account's nonce that sent an arrival; NULL if another account sent it, or that is not known.
    ALTER TABLE external_arrivals ADD COLUMN nonce INTEGER;
  `,
}

/** What one wish is asked for with, price after price. */
export const replacedPayments: Migration = {
  version: 124,
  name: 'replaced payments',
  sql: `
    -- The payment that this one replaces at a new price; NULL if none, or an earlier version asked.
    ALTER TABLE external_payments ADD COLUMN replaces TEXT REFERENCES external_payments (id);
    CREATE INDEX external_payments_replaces ON external_payments (replaces) WHERE replaces IS NOT NULL;
  `,
}
