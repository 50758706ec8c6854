import type { Migration } from '../migration.ts'

/** What proves that coins which arrived are gone while nodes lack receipts. */
export const arrivalNonces: Migration = {
  version: 123,
  name: 'nonces of arrivals',
  sql: `
    -- The asked account's nonce that sent an arrival; NULL if another account sent it, or that is not known.
    ALTER TABLE external_arrivals ADD COLUMN nonce INTEGER;
  `,
}
