import { pricesView, type Prices } from '../../shared/sales/views.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

/** Returns the price rules; null until the manager sets them. */
export function readPrices(db: ReadableDb): Prices | null {
  const row = db.prepare('SELECT currency, rate, rules, limits FROM shop_prices WHERE id = 1').get() as
    { currency: string; rate: string; rules: string; limits: string } | undefined
  if (row === undefined) return null
  return pricesView.parse({ ...row, rules: JSON.parse(row.rules), limits: JSON.parse(row.limits) })
}

export function writePrices(db: WritableDb, { currency, rate, rules, limits }: Prices): void {
  db.prepare('INSERT OR REPLACE INTO shop_prices (id, currency, rate, rules, limits) VALUES (1, ?, ?, ?, ?)').run(
    ...[currency, rate, JSON.stringify(rules), JSON.stringify(limits)],
  )
}
