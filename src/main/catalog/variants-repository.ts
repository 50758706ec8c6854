import { z } from 'zod'
import type { ReadableDb } from '../db/connections.ts'
import { readVariant as readRaw, type Variant } from '../service/operations/read-variant.ts'

const variantRow = z.object({
  body: z.string(),
  slug: z.string(),
  name: z.string(),
  image_url: z.string(),
  product_type: z.string(),
})

/** The columns of `variants v`, `shelves s` and `brands b` that `toVariant` needs. */
export const variantColumns = 'v.body, b.slug, b.name, b.image_url, s.product_type'

/** Converts a row of `variantColumns`. */
export function toVariant(row: unknown): Variant {
  const { body, slug, name, image_url, product_type } = variantRow.parse(row)
  const variant = readRaw(JSON.parse(body), { slug, name, imageUrl: image_url, productType: product_type })
  if (variant === null) throw new Error('The catalog holds a variant that cannot be read')
  return variant
}

/** Returns a whole variant, including the regexes that stay in the main process; null if it is not on sale. */
export function readVariant(db: ReadableDb, sku: string): Variant | null {
  const sql = `SELECT ${variantColumns} FROM variants v JOIN shelves s ON s.id = v.shelf_id JOIN brands b ON b.id = s.brand_id
               WHERE v.sku = ?`
  const row = db.prepare(sql).get(sku)
  return row === undefined ? null : toVariant(row)
}

/** Returns whether anything on sale has the product type. */
export function hasType(db: ReadableDb, type: string): boolean {
  return db.prepare('SELECT 1 FROM shelves WHERE product_type = ? LIMIT 1').get(type) !== undefined
}
