import { z } from 'zod'
import {
  browseInput,
  type BrandTileView,
  type BrowseInput,
  type FacetView,
  type FacetsView,
  type ProductRowView,
} from '../../shared/catalog-views.ts'
import type { VariantView } from '../../shared/views.ts'
import type { Database } from '../db/open-database.ts'
import { variantShape, type Variant } from '../service/parse-products.ts'
import { imagePath } from './image-id.ts'
import { anywhere, searchQueries } from './search-words.ts'
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
  const words = searchQueries(text)?.matching ?? null
  const conditions: [string, string | null][] = [
    [`v.id IN (SELECT rowid FROM variant_words WHERE variant_words MATCH :words)`, words],
    [`${tag}country' AND value IN (:country, '${anywhere}'))`, country?.toUpperCase() ?? null],
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

/** What comes first among `variants v`: expressions of which the lower is the better, and the values they bind. */
interface Order {
  /** How well it matches; null where nothing tells. */
  readonly rank: string | null
  /** Whether it is of the country that is near; null where none is. */
  readonly nearness: string | null
  readonly values: Filter['values']
}

function orderOf({ text, near, first }: BrowseInput): Order {
  const ranks = searchQueries(text)?.ranks ?? []
  const tiers = ranks.map(
    (_, index) =>
      `WHEN v.id IN (SELECT rowid FROM variant_words WHERE variant_words MATCH :rank${index}) THEN ${index}`,
  )
  const parts = [
    ...(first === null ? [] : [`(v.product_type <> :first) * ${ranks.length + 1}`]),
    ...(tiers.length === 0 ? [] : [`CASE ${tiers.join(' ')} ELSE ${ranks.length} END`]),
  ]
  const isNear = "v.id IN (SELECT variant_id FROM variant_tags WHERE kind = 'country' AND value = :near)"
  return {
    rank: parts.length === 0 ? null : parts.join(' + '),
    nearness: near === null ? null : `NOT ${isNear}`,
    values: {
      ...Object.fromEntries(ranks.map((query, index) => [`rank${index}`, query])),
      ...(first === null ? {} : { first }),
      ...(near === null ? {} : { near: near.toUpperCase() }),
    },
  }
}

const orderBy = (...terms: (string | null)[]): string => `ORDER BY ${terms.filter((term) => term !== null).join(', ')}`

const everything: BrowseInput = browseInput.parse({})

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

/** Brands that have something of what was asked for, best match first and then in the service's order, with the lowest of those prices. */
export function browseBrands(db: Database, input: BrowseInput, page: Page): { brands: BrandTileView[]; total: number } {
  const { where, values } = filterOf(input)
  const order = orderOf({ ...input, near: null })
  const best = order.rank && `(SELECT min(${order.rank}) FROM variants v WHERE v.brand_slug = b.slug AND ${where})`
  const rows = db
    .prepare(
      `SELECT ${tileColumns} FROM variants v JOIN brands b ON b.slug = v.brand_slug WHERE ${where}
       GROUP BY b.slug ${orderBy(best, 'b.position', 'b.name', 'b.slug')} LIMIT :limit OFFSET :offset`,
    )
    .all({ ...values, ...order.values, ...page })
  const total = db.prepare(`SELECT count(DISTINCT v.brand_slug) AS total FROM variants v WHERE ${where}`).get(values)
  return { brands: z.array(tileRow).parse(rows).map(toTile), total: totalRow.parse(total).total }
}

/**
 * Single variants found by the words, the best match first; of equally good ones those for the country `near`, then by brand,
 * country and price.
 */
export function searchVariants(
  db: Database,
  input: BrowseInput,
  page: Page,
): { products: ProductRowView[]; ranked: number; marks: string[] } {
  const { where, values } = filterOf(input)
  const { rank, nearness, values: ordering } = orderOf(input)
  const rows = db
    .prepare(
      `SELECT v.body FROM variants v JOIN brands b ON b.slug = v.brand_slug WHERE ${where}
       ${orderBy(rank, nearness, 'b.position', 'b.name', 'v.place', 'v.coin_value', 'v.sku')} LIMIT :limit OFFSET :offset`,
    )
    .all({ ...values, ...ordering, ...page })
  const total = db.prepare(`SELECT count(*) AS total FROM variants v WHERE ${where}`).get(values)
  return { products: rows.map((row) => toVariantView(parseBody(row))), ranked: totalRow.parse(total).total, marks: [] }
}

/** How many variants each further choice would leave, by name; every facet is counted with the other filters applied. */
export function readFacets(db: Database, input: BrowseInput): FacetsView {
  const tags = (kind: string, others: BrowseInput): FacetView[] => countTags(db, kind, filterOf(others))
  const types = filterOf({ ...input, type: null })
  // A type that nothing is left of stays in its place, so that the others stay in theirs.
  const all = filterOf(input)
  const total = db.prepare(`SELECT count(*) AS total FROM variants v WHERE ${all.where}`).get(all.values)
  const sql = `SELECT v.product_type AS value, sum(${types.where}) AS count FROM variants v
               GROUP BY v.product_type ORDER BY value`
  return {
    countries: withAnywhere(tags('country', { ...input, country: null })),
    types: z.array(facetRow).parse(db.prepare(sql).all(types.values)),
    categories: tags('category', { ...input, category: null }),
    subTypes: tags('subType', { ...input, subType: null }),
    ...{ total: totalRow.parse(total).total, data: [], validities: [], unlimited: 0, prices: [] },
  }
}

function countTags(db: Database, kind: string, { where, values }: Filter): FacetView[] {
  const sql = `SELECT t.value, count(*) AS count FROM variant_tags t JOIN variants v ON v.id = t.variant_id
               WHERE t.kind = :kind AND ${where} GROUP BY t.value ORDER BY t.value`
  return z.array(facetRow).parse(db.prepare(sql).all({ ...values, kind }))
}

/** Each country with what is sold anywhere counted in. */
function withAnywhere(countries: readonly FacetView[]): FacetView[] {
  const more = countries.find(({ value }) => value === anywhere)?.count ?? 0
  return countries.filter(({ value }) => value !== anywhere).map(({ value, count }) => ({ value, count: count + more }))
}

export interface BrandFound {
  readonly brand: BrandTileView
  readonly countries: FacetView[]
  readonly country: string | null
  readonly variants: VariantView[]
}

const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/**
 * A brand with its countries, and by price what it sells in one of them: the first of `prefer` (ISO alpha-2) where it sells anything,
 * else the first by name. Null where it is not on sale at all.
 */
export function readBrand(db: Database, slug: string, prefer: readonly string[]): BrandFound | null {
  const tileOfBrand = `SELECT ${tileColumns} FROM variants v JOIN brands b ON b.slug = v.brand_slug WHERE b.slug = ? GROUP BY b.slug`
  const tile = db.prepare(tileOfBrand).get(slug)
  if (tile === undefined) return null
  const countries = withAnywhere(countTags(db, 'country', { where: 'v.brand_slug = :slug', values: { slug } })).sort(
    (a, b) => english.of(a.value)?.localeCompare(english.of(b.value) ?? '') ?? 0,
  )
  const sold = new Set(countries.map(({ value }) => value))
  const country = prefer.map((iso2) => iso2.toUpperCase()).find((iso2) => sold.has(iso2)) ?? countries[0]?.value ?? null
  const { where, values } = filterOf({ ...everything, country })
  const rows = db
    .prepare(`SELECT v.body FROM variants v WHERE v.brand_slug = :slug AND ${where} ORDER BY v.coin_value, v.sku`)
    .all({ ...values, slug })
  const variants = rows.map((row) => toVariantView(parseBody(row)))
  return { brand: toTile(tileRow.parse(tile)), countries, country, variants }
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
