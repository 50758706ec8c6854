import type { Decimal } from '../../shared/money.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

/** Returns the price that a shift fixed for a product; null if it fixed none. */
export function readRetailPrice(db: ReadableDb, shift: number, sku: string): Decimal | null {
  const sql = 'SELECT price FROM retail_prices WHERE shift = ? AND sku = ?'
  return (db.prepare(sql).pluck().get(shift, sku) as Decimal | undefined) ?? null
}

/** Fixes a product's price for a shift, in place of an earlier one. */
export function writeRetailPrice(db: WritableDb, shift: number, sku: string, price: Decimal): void {
  db.prepare('INSERT OR REPLACE INTO retail_prices (shift, sku, price) VALUES (?, ?, ?)').run(shift, sku, price)
}

/** Drops the fixed prices of all shifts. */
export function deleteRetailPrices(db: WritableDb): void {
  db.prepare('DELETE FROM retail_prices').run()
}
