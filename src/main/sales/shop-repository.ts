import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import { deleteRetailPrices } from './prices/retail-price-repository.ts'
import { pricesView, type Prices } from '../../shared/sales/views.ts'

/** A page of the counter; `seen` is the catalog's last answer for each product. */
export interface CounterPage {
  readonly name: string
  readonly products: readonly { readonly sku: string; readonly seen: unknown }[]
}

const products = z.array(z.object({ sku: z.string(), seen: z.unknown() }))
const rows = z.array(
  z.object({ name: z.string(), products: z.string().transform((text) => products.parse(JSON.parse(text))) }),
)

/** Returns the counter's pages for a service (see `serviceKey`), in order. */
export function readCounter(db: ReadableDb, service: string): CounterPage[] {
  const sql = 'SELECT name, products FROM counter_pages WHERE service = ? ORDER BY position'
  return rows.parse(db.prepare(sql).all(service))
}

/** Replaces all pages, or none if that fails. */
export function writeCounter(db: WritableDb, service: string, pages: readonly CounterPage[]): void {
  const add = db.prepare('INSERT INTO counter_pages (service, position, name, products) VALUES (?, ?, ?, ?)')
  db.transaction(() => {
    db.prepare('DELETE FROM counter_pages WHERE service = ?').run(service)
    pages.forEach(({ name, products }, position) => add.run(service, position, name, JSON.stringify(products)))
  })()
}

/** Returns the price rules; null until the manager sets them. */
export function readPrices(db: ReadableDb): Prices | null {
  const row = db.prepare('SELECT currency, rate, rules, limits, shows_expected FROM shop_prices WHERE id = 1').get() as
    { currency: string; rate: string; rules: string; limits: string; shows_expected: number } | undefined
  if (row === undefined) return null
  const { shows_expected: showsExpected, ...rest } = row
  const prices = pricesView.parse({ ...rest, rules: JSON.parse(row.rules), limits: JSON.parse(row.limits) })
  return showsExpected === 1 ? { ...prices, showsExpected: true } : prices
}

/** Replaces the price rules; if the prices change with them, drops those that a shift fixed by the old ones. */
export function writePrices(db: WritableDb, prices: Prices): void {
  const { currency, rate, rules, limits, showsExpected = false } = prices
  const before = readPrices(db)
  const isSame =
    before !== null && JSON.stringify(pricing(before)) === JSON.stringify(pricing(pricesView.parse(prices)))
  const replace = db.prepare(
    `INSERT OR REPLACE INTO shop_prices (id, currency, rate, rules, limits, shows_expected)
     VALUES (1, ?, ?, ?, ?, ?)`,
  )
  db.transaction(() => {
    replace.run(currency, rate, JSON.stringify(rules), JSON.stringify(limits), showsExpected ? 1 : 0)
    if (!isSame) deleteRetailPrices(db)
  })()
}

const pricing = ({ currency, rate, rules }: Prices): unknown => [currency, rate, rules]
