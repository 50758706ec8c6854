import { z } from 'zod'
import type { BrandTileView, BrowseInput, FacetView, VariantView } from '../../shared/views.ts'
import type { Database } from '../db/open-database.ts'
import { variantShape, type Variant } from '../service/parse-products.ts'
import { imagePath } from './image-id.ts'
import { searchQuery } from './search-words.ts'
import { toVariantView } from './variant-view.ts'

export interface Page {
  readonly offset: number
  readonly limit: number
}

export interface CatalogState {
  readonly refreshedAt: string | null
  readonly brands: number
  readonly variants: number
  readonly skipped: number
}

const stateRow = z.object({
  refreshed_at: z.int().nullable(),
  skipped: z.int().nullable(),
  brands: z.int(),
  variants: z.int(),
})
const totalRow = z.object({ total: z.int() })
const bodyRow = z.object({ body: z.string() })
const facetRow = z.object({ value: z.string(), count: z.int() })
const list = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(z.string()))
const tileRow = z.object({
  slug: z.string(),
  name: z.string(),
  image_url: z.string(),
  product_types: list,
  countries: list,
  variants: z.int(),
  fiat_currency: z.string(),
  fiat_value: z.string(),
})
const tileColumns = `b.slug, b.name, b.image_url, b.product_types, b.countries,
  count(*) AS variants, v.fiat_currency, v.fiat_value, min(v.coin_value)`

/** Conditions that narrow `variants v`, and the values they bind. */
interface Filter {
  readonly where: string
  readonly values: Readonly<Record<string, string>>
}

function filterOf({ text, country, type, category, subType }: BrowseInput): Filter {
  const tag = "v.id IN (SELECT variant_id FROM variant_tags WHERE kind = '"
  const words = searchQuery(text)
  const conditions: [string, string | null][] = [
    [`v.id IN (SELECT rowid FROM variant_words WHERE variant_words MATCH :words)`, words],
    [`${tag}country' AND value = :country)`, country?.toUpperCase() ?? null],
    ['v.product_type = :type', type],
    [`${tag}category' AND value = :category)`, category],
    [`${tag}subType' AND value = :subType)`, subType],
  ]
  const used = conditions.filter(([, value]) => value !== null)
  const bound = { words, country: country?.toUpperCase() ?? null, type, category, subType }
  return {
    where: used.length === 0 ? 'true' : used.map(([condition]) => condition).join(' AND '),
    values: Object.fromEntries(Object.entries(bound).filter((entry): entry is [string, string] => entry[1] !== null)),
  }
}

/** When the catalog came and how much is in it; all zero before the first refresh. */
export function readCatalogState(db: Database): CatalogState {
  const { refreshed_at, skipped, ...counts } = stateRow.parse(
    db
      .prepare(
        `SELECT (SELECT refreshed_at FROM catalog_state) AS refreshed_at, (SELECT skipped FROM catalog_state) AS skipped,
           (SELECT count(*) FROM brands) AS brands, (SELECT count(*) FROM variants) AS variants`,
      )
      .get(),
  )
  return {
    refreshedAt: refreshed_at === null ? null : new Date(refreshed_at).toISOString(),
    skipped: skipped ?? 0,
    ...counts,
  }
}

/** Brands that have something of what was asked for, in the service's order, with the lowest of those prices. */
export function browseBrands(db: Database, input: BrowseInput, page: Page): { brands: BrandTileView[]; total: number } {
  const { where, values } = filterOf(input)
  const rows = db
    .prepare(
      `SELECT ${tileColumns} FROM variants v JOIN brands b ON b.slug = v.brand_slug WHERE ${where}
       GROUP BY b.slug ORDER BY b.position, b.name, b.slug LIMIT :limit OFFSET :offset`,
    )
    .all({ ...values, ...page })
  const total = db.prepare(`SELECT count(DISTINCT v.brand_slug) AS total FROM variants v WHERE ${where}`).get(values)
  return { brands: z.array(tileRow).parse(rows).map(toTile), total: totalRow.parse(total).total }
}

/** Single variants found by the words, the best match first (bm25); without words by brand order and price. */
export function searchVariants(
  db: Database,
  input: BrowseInput,
  page: Page,
): { variants: VariantView[]; total: number } {
  const { where, values } = filterOf(input)
  // A hit in the brand's name says most, in the SKU or among many countries least.
  const rank = `JOIN (SELECT rowid, bm25(variant_words, 10, 4, 3, 2, 4, 1) AS score FROM variant_words
                      WHERE variant_words MATCH :words) found ON found.rowid = v.id`
  const ranked = 'words' in values
  const rows = db
    .prepare(
      `SELECT v.body FROM variants v ${ranked ? rank : ''} JOIN brands b ON b.slug = v.brand_slug WHERE ${where}
       ORDER BY ${ranked ? 'found.score,' : ''} b.position, b.name, v.coin_value, v.sku LIMIT :limit OFFSET :offset`,
    )
    .all({ ...values, ...page })
  const total = db.prepare(`SELECT count(*) AS total FROM variants v WHERE ${where}`).get(values)
  return { variants: rows.map((row) => toVariantView(parseBody(row))), total: totalRow.parse(total).total }
}

/** How many variants each further choice would leave; every facet is counted with the other filters applied. */
export function readFacets(
  db: Database,
  input: BrowseInput,
): Record<'countries' | 'types' | 'categories' | 'subTypes', FacetView[]> {
  const tags = (kind: string, others: BrowseInput): FacetView[] => {
    const { where, values } = filterOf(others)
    const sql = `SELECT t.value, count(*) AS count FROM variant_tags t JOIN variants v ON v.id = t.variant_id
                 WHERE t.kind = :kind AND ${where} GROUP BY t.value ORDER BY count DESC, t.value`
    return z.array(facetRow).parse(db.prepare(sql).all({ ...values, kind }))
  }
  const types = filterOf({ ...input, type: null })
  const sql = `SELECT v.product_type AS value, count(*) AS count FROM variants v WHERE ${types.where}
               GROUP BY v.product_type ORDER BY count DESC, value`
  return {
    countries: tags('country', { ...input, country: null }),
    types: z.array(facetRow).parse(db.prepare(sql).all(types.values)),
    categories: tags('category', { ...input, category: null }),
    subTypes: tags('subType', { ...input, subType: null }),
  }
}

/** A brand and its variants by price, for one country or for all; null where nothing of it is on sale there. */
export function readBrand(
  db: Database,
  slug: string,
  country: string | null,
): { brand: BrandTileView; variants: VariantView[] } | null {
  const { where, values } = filterOf({ text: '', country, type: null, category: null, subType: null })
  const bound = { ...values, slug }
  const from = `FROM variants v JOIN brands b ON b.slug = v.brand_slug WHERE b.slug = :slug AND ${where}`
  const tile = db.prepare(`SELECT ${tileColumns} ${from} GROUP BY b.slug`).get(bound)
  if (tile === undefined) return null
  const rows = db.prepare(`SELECT v.body ${from} ORDER BY v.coin_value, v.sku`).all(bound)
  return { brand: toTile(tileRow.parse(tile)), variants: rows.map((row) => toVariantView(parseBody(row))) }
}

/** Everything of a variant, with the regexes that stay in main; null where it is not on sale. */
export function readVariant(db: Database, sku: string): Variant | null {
  const row = db.prepare('SELECT body FROM variants WHERE sku = ?').get(sku)
  return row === undefined ? null : parseBody(row)
}

function parseBody(row: unknown): Variant {
  return variantShape.parse(JSON.parse(bodyRow.parse(row).body))
}

function toTile(row: z.output<typeof tileRow>): BrandTileView {
  return {
    slug: row.slug,
    name: row.name,
    image: imagePath(row.image_url),
    productTypes: row.product_types,
    countries: row.countries,
    variants: row.variants,
    from: { fiatCurrency: row.fiat_currency, fiatValue: row.fiat_value },
  }
}
