import type { Migration } from '../migration.ts'

// Wrong PINs that the manager has not seen yet, and when the last of them was typed (epoch milliseconds).
export const ledger0026WrongPins: Migration = {
  name: 'wrong-pins',
  sql: `
    ALTER TABLE clerks ADD COLUMN wrong_pins INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE clerks ADD COLUMN wrong_pin_at INTEGER;
  `,
}
