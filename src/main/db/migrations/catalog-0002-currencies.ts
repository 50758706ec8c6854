import type { Migration } from '../migration.ts'

// Which currencies something is priced in, and their rates, are asked while a person types.
export const catalog0002Currencies: Migration = {
  name: 'currencies',
  sql: 'CREATE INDEX shelves_currency ON shelves (fiat_currency, fiat_per_coin);',
}
