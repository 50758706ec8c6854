import type { Decimal } from '../../../shared/money.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'

/** Returns a product's retail price, as a shift fixed it; null if it fixed none. */
export function readRetailPrice(db: ReadableDb, shift: number, sku: string): Decimal | null {
  const sql = 'SELECT price FROM retail_prices WHERE shift = ? AND sku = ?'
  return (db.prepare(sql).pluck().get(shift, sku) as Decimal | undefined) ?? null
}

/** Fixes a product's retail price for a shift, in place of an earlier one. */
export function writeRetailPrice(db: WritableDb, shift: number, sku: string, price: Decimal): void {
  db.prepare('INSERT OR REPLACE INTO retail_prices (shift, sku, price) VALUES (?, ?, ?)').run(shift, sku, price)
}

/** The most products whose earlier price is looked for, and the shifts in which it may have been. */
const [MOST, SHIFTS_BACK] = [500, 30]

/** Returns what products cost in the last shift before this one that fixed a price for them in its currency, the newest first. */
export function readEarlierPrices(db: ReadableDb, shift: number, currency: string): { sku: string; price: Decimal }[] {
  // SQLite takes the price of the row with the greatest shift.
  const sql = `SELECT sku, price, MAX(shift) AS last FROM retail_prices JOIN shifts ON number = shift
    WHERE shift < ? AND shift >= ? AND currency = ? GROUP BY sku ORDER BY last DESC, sku LIMIT ${MOST}`
  return db.prepare(sql).all(shift, shift - SHIFTS_BACK, currency) as { sku: string; price: Decimal }[]
}

/** Drops the retail prices of the open shift; those of closed ones tell later which prices changed. */
export function deleteRetailPrices(db: WritableDb): void {
  db.prepare('DELETE FROM retail_prices WHERE shift IN (SELECT number FROM shifts WHERE closed_at IS NULL)').run()
}
