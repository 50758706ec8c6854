import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

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
  const sql = 'SELECT name, products FROM counter_pages WHERE service = ? ORDER BY place'
  return rows.parse(db.prepare(sql).all(service))
}

/** Replaces all pages, or none if that fails. */
export function writeCounter(db: WritableDb, service: string, pages: readonly CounterPage[]): void {
  const add = db.prepare('INSERT INTO counter_pages (service, place, name, products) VALUES (?, ?, ?, ?)')
  db.transaction(() => {
    db.prepare('DELETE FROM counter_pages WHERE service = ?').run(service)
    pages.forEach(({ name, products }, place) => add.run(service, place, name, JSON.stringify(products)))
  })()
}
