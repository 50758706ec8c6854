import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import type { BrandContext, Variant } from '../../service/operations/read-variant.ts'
import { amountsOf } from '../amounts.ts'
import { countryKeyOf, shelfOf } from '../shelf.ts'

const ids = z.array(z.int())
const idRow = z.object({ id: z.int() })
const digestRow = z.object({ id: z.int(), digest: z.string() })
const brandRow = z.object({ id: z.int(), name: z.string(), image_url: z.string(), position: z.int() })
const beforeRow = z.object({
  id: z.int(),
  shelf_id: z.int(),
  coin_value: z.number(),
  body: z.string(),
  digest: z.string(),
})
const goneRow = beforeRow.extend({
  sku: z.string(),
  slug: z.string(),
  name: z.string(),
  image_url: z.string(),
  product_type: z.string(),
})

/** A variant before a refresh. */
export interface VariantBefore {
  readonly id: number
  readonly shelfId: number
  readonly coins: number
  readonly body: string
  readonly digest: string
}

/** Returns ids and digests of a brand's variants. */
export function readDigests(db: ReadableDb, brandId: number): Map<string, number> {
  const sql = 'SELECT v.id, v.digest FROM shelves s JOIN variants v ON v.shelf_id = s.id WHERE s.brand_id = ?'
  return new Map(
    db
      .prepare(sql)
      .all(brandId)
      .map((row) => digestRow.parse(row))
      .map(({ id, digest }) => [digest, id]),
  )
}

/** Writes a new or changed brand; returns its id, and whether its name changed. */
export function writeBrand(
  db: WritableDb,
  brand: Omit<BrandContext, 'productType'> & { readonly order: number },
): { id: number; isRenamed: boolean } {
  const found = db.prepare('SELECT id, name, image_url, position FROM brands WHERE slug = ?').get(brand.slug)
  const values = { slug: brand.slug, name: brand.name, imageUrl: brand.imageUrl, position: brand.order }
  if (found === undefined) {
    const sql = 'INSERT INTO brands (slug, name, image_url, position) VALUES (:slug, :name, :imageUrl, :position)'
    return { id: Number(db.prepare(sql).run(values).lastInsertRowid), isRenamed: false }
  }
  const { id, name, image_url, position } = brandRow.parse(found)
  if (name !== values.name || image_url !== values.imageUrl || position !== values.position) {
    db.prepare('UPDATE brands SET name = :name, image_url = :imageUrl, position = :position WHERE slug = :slug').run(
      values,
    )
  }
  return { id, isRenamed: name !== values.name }
}

/** Returns the stored variant of a SKU; null if there is none. */
export function readBefore(db: ReadableDb, sku: string): VariantBefore | null {
  const row = db.prepare('SELECT id, shelf_id, coin_value, body, digest FROM variants WHERE sku = ?').get(sku)
  if (row === undefined) return null
  const { id, shelf_id, coin_value, body, digest } = beforeRow.parse(row)
  return { id, shelfId: shelf_id, coins: coin_value, body, digest }
}

/** Writes a variant to its shelf, replacing the previous one; returns its id, or null if another variant has its SKU. */
export function writeVariant(
  db: WritableDb,
  { variant, body, digest, shelfId, before }: VariantToWrite,
): number | null {
  const { fiat, coins, gigabytes, days, minutes, unlimited } = amountsOf(variant)
  const values = {
    shelfId,
    digest,
    fiatValue: variant.price.fiatValue,
    fiat,
    coins,
    gigabytes,
    days,
    minutes,
    unlimited: Number(unlimited),
    body,
  }
  if (before !== null) {
    const sql = `UPDATE variants SET shelf_id = :shelfId, digest = :digest, fiat_value = :fiatValue, fiat_amount = :fiat,
                   coin_value = :coins, data_gb = :gigabytes, days = :days, minutes = :minutes, unlimited = :unlimited, body = :body
                 WHERE id = :id`
    db.prepare(sql).run({ ...values, id: before.id })
    return before.id
  }
  const sql = `INSERT INTO variants (sku, shelf_id, digest, fiat_value, fiat_amount, coin_value, data_gb, days, minutes, unlimited, body)
               VALUES (:sku, :shelfId, :digest, :fiatValue, :fiat, :coins, :gigabytes, :days, :minutes, :unlimited, :body)
               ON CONFLICT (sku) DO NOTHING`
  const { changes, lastInsertRowid } = db.prepare(sql).run({ ...values, sku: variant.sku })
  return changes === 0 ? null : Number(lastInsertRowid)
}

export interface VariantToWrite {
  readonly variant: Variant
  /** The service's JSON. */
  readonly body: string
  readonly digest: string
  readonly shelfId: number
  readonly before: VariantBefore | null
}

/** Creates a function that finds or creates the shelves of one brand. */
export function createShelfFinder(db: WritableDb, brandId: number): (variant: Variant) => number {
  const known = new Map<string, number>()
  const insert = `INSERT INTO shelves (key, brand_id, product_type, fiat_currency, country_key)
                  VALUES (:key, :brandId, :productType, :fiatCurrency, :countryKey)`
  return (variant) => {
    const shelf = shelfOf(variant)
    const before = known.get(shelf.key)
    if (before !== undefined) return before
    const found = db.prepare('SELECT id FROM shelves WHERE key = ?').get(shelf.key)
    const { key, productType, fiatCurrency } = shelf
    const values = { key, brandId, productType, fiatCurrency, countryKey: countryKeyOf(shelf) }
    const id = found === undefined ? Number(db.prepare(insert).run(values).lastInsertRowid) : idRow.parse(found).id
    known.set(shelf.key, id)
    return id
  }
}

/** Deletes a variant; returns its previous state. */
export function deleteVariant(
  db: WritableDb,
  id: number,
): VariantBefore & { readonly sku: string; readonly brand: BrandContext } {
  const sql = `SELECT v.id, v.sku, v.shelf_id, v.coin_value, v.body, v.digest, b.slug, b.name, b.image_url, s.product_type
               FROM variants v JOIN shelves s ON s.id = v.shelf_id JOIN brands b ON b.id = s.brand_id WHERE v.id = ?`
  const row = goneRow.parse(db.prepare(sql).get(id))
  db.prepare('DELETE FROM variants WHERE id = ?').run(id)
  const brand = { slug: row.slug, name: row.name, imageUrl: row.image_url, productType: row.product_type }
  return {
    id: row.id,
    sku: row.sku,
    shelfId: row.shelf_id,
    coins: row.coin_value,
    body: row.body,
    digest: row.digest,
    brand,
  }
}

export const readVariantIds = (db: ReadableDb): number[] =>
  ids.parse(db.prepare('SELECT id FROM variants').pluck().all())

const indexRows = z.array(z.object({ name: z.string(), sql: z.string() }))

/** Runs `fill` with only the SKU index, and builds the other indexes afterwards, which is faster than row by row. */
export function fillBeforeIndexing(db: WritableDb, fill: () => void): void {
  const sql = `SELECT name, sql FROM sqlite_schema
               WHERE type = 'index' AND tbl_name = 'variants' AND sql IS NOT NULL`
  const indexes = indexRows.parse(db.prepare(sql).all())
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`)
  fill()
  for (const index of indexes) db.exec(index.sql)
}
