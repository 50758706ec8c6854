import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../db/open-database.ts'
import type { Products, Variant } from '../service/parse-products.ts'
import { imageId } from './image-id.ts'
import { countriesOf, countryTagsOf, searchWords, type SearchWords } from './search-words.ts'
import { stripMarkup } from './strip-markup.ts'

const known = z.object({ id: z.int(), sku: z.string(), digest: z.string() })

/** Brings the catalog to `products`, touching only what changed; belongs into a transaction. */
export function writeProducts(db: Database, products: Products, countryName: (iso2: string) => string): void {
  const before = new Map<string, { id: number; digest: string }>()
  for (const raw of db.prepare('SELECT id, sku, digest FROM variants').iterate()) {
    const { id, sku, digest } = known.parse(raw)
    before.set(sku, { id, digest })
  }
  const remove = variantRemover(db)
  const insert = variantInserter(db)
  for (const variant of products.variants) {
    const body = JSON.stringify({
      ...variant,
      notes: stripMarkup(variant.notes),
      shortNotes: stripMarkup(variant.shortNotes),
    })
    const words = searchWords(variant, countryName)
    const digest = createHash('sha256').update(body).update(JSON.stringify(words)).digest('base64')
    const old = before.get(variant.sku)
    before.delete(variant.sku)
    if (old?.digest === digest) continue
    if (old) remove(old.id)
    insert(variant, body, digest, words)
  }
  for (const { id } of before.values()) remove(id)
  writeBrands(db, products)
}

function variantRemover(db: Database): (id: number) => void {
  const words = db.prepare('DELETE FROM variant_words WHERE rowid = ?')
  const row = db.prepare('DELETE FROM variants WHERE id = ?')
  return (id) => {
    words.run(id)
    row.run(id)
  }
}

function variantInserter(db: Database): (variant: Variant, body: string, digest: string, words: SearchWords) => void {
  const row = db.prepare(
    `INSERT INTO variants (sku, digest, brand_slug, product_type, fiat_currency, fiat_value, coin_value, place, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const tag = db.prepare('INSERT OR IGNORE INTO variant_tags (variant_id, kind, value) VALUES (?, ?, ?)')
  const index = db.prepare(
    `INSERT INTO variant_words (rowid, brand, country, kind, amount, category, area, sku)
     VALUES (:id, :brand, :country, :kind, :amount, :category, :area, :sku)`,
  )
  return (variant, body, digest, words) => {
    const { sku, brandSlug, productType, price } = variant
    const coins = Number(price.stableCoinValue)
    const { lastInsertRowid: id } = row.run(
      ...[sku, digest, brandSlug, productType, price.fiatCurrency, price.fiatValue, coins, placeOf(variant), body],
    )
    for (const country of countryTagsOf(variant)) tag.run(id, 'country', country)
    for (const category of variant.categories) tag.run(id, 'category', category)
    for (const subType of variant.subTypes) tag.run(id, 'subType', subType)
    index.run({ id, ...words })
  }
}

const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** What a variant is ordered by among those of other countries; one for several comes after all. */
function placeOf(variant: Variant): string {
  const [country, ...others] = countriesOf(variant)
  return country !== undefined && others.length === 0 ? (english.of(country) ?? country) : '~'
}

function writeBrands(db: Database, { brands, variants }: Products): void {
  const types = new Map<string, Set<string>>()
  const countries = new Map<string, Set<string>>()
  for (const variant of variants) {
    setOf(types, variant.brandSlug).add(variant.productType)
    for (const country of countriesOf(variant)) setOf(countries, variant.brandSlug).add(country)
  }
  db.exec('DELETE FROM brands')
  const insert = db.prepare(
    'INSERT INTO brands (slug, name, image_url, position, product_types, countries) VALUES (?, ?, ?, ?, ?, ?)',
  )
  for (const { slug, name, imageUrl, order } of brands) {
    if (!types.has(slug)) continue
    const lists = [types, countries].map((map) => JSON.stringify([...setOf(map, slug)].sort()))
    insert.run(...[slug, name, imageUrl, order, ...lists])
  }
}

function setOf(map: Map<string, Set<string>>, key: string): Set<string> {
  const found = map.get(key) ?? new Set<string>()
  map.set(key, found)
  return found
}

/** Notes whose catalog this is, when it came and how much of it was left out. */
export function writeCatalogState(db: Database, state: { source: string; refreshedAt: number; skipped: number }): void {
  db.prepare(
    `INSERT INTO catalog_state (id, source, refreshed_at, skipped) VALUES (1, :source, :refreshedAt, :skipped)
     ON CONFLICT (id) DO UPDATE SET source = :source, refreshed_at = :refreshedAt, skipped = :skipped`,
  ).run(state)
}

/** Makes URLs of the service's answers fetchable as images; others never are. */
export function writeImageSources(db: Database, urls: Iterable<string>): void {
  const insert = db.prepare('INSERT OR IGNORE INTO image_sources (id, url) VALUES (?, ?)')
  for (const url of urls) {
    const id = imageId(url)
    if (id !== null) insert.run(id, url)
  }
}

/** Empties the catalog and the places where they came from another service than `source`. */
export function dropForeignCatalog(db: Database, source: string): void {
  db.transaction(() => {
    const ours = db.prepare('SELECT 1 FROM catalog_state WHERE source = ?').get(source)
    if (ours !== undefined) return
    for (const table of ['variant_tags', 'variants', 'brands', 'tokens', 'networks', 'countries', 'catalog_state']) {
      db.exec(`DELETE FROM ${table}`)
    }
    db.exec("INSERT INTO variant_words (variant_words) VALUES ('delete-all')")
  })()
}
