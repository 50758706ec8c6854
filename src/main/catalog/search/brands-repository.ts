import { z } from 'zod'
import type { BrandTileView, BrowseInput, FacetView, Sort } from '../../../shared/catalog/views.ts'
import type { VariantView } from '../../../shared/catalog/variant-views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { decimalOf } from '../../service/answer/answer-shapes.ts'
import { englishNameOf, anywhere } from '../shelf.ts'
import { imagePath } from '../images/image-id.ts'
import type { Page } from './products-repository.ts'
import { readSearchQuery } from './read-search-query.ts'
import type { SearchQuery } from './search-query-repository.ts'
import { all, matchedShelves, orderOf, rankShelves, type PurchaseCounts } from './ranking-repository.ts'
import { toVariantView } from '../variant-view.ts'
import { toVariant, variantColumns } from '../variants-repository.ts'

const list = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(z.string()))
const coinPrice = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.object({ stableCoinCurrency: z.string(), stableCoinValue: z.unknown().transform(decimalOf) }))
const tileRow = z.object({
  slug: z.string(),
  name: z.string(),
  image_url: z.string(),
  product_types: list,
  countries: list,
  variants: z.int(),
  fiat_currency: z.string(),
  fiat_value: z.string(),
  coin_price: coinPrice,
})
const pageRows = z.array(tileRow.extend({ total: z.int() }))
const facetRows = z.array(z.object({ value: z.string(), count: z.int() }))

/** Selects the price of the product on a shelf that costs so many coins, as the service sent it. */
const coinPriceOf = (shelf: string, coins: string): string =>
  `(SELECT v.body -> '$.price' FROM variants v WHERE v.shelf_id = ${shelf} AND v.coin_value = ${coins} LIMIT 1)`

/** Selects per ranked shelf: the matching variants, their lowest price, the sort value, and the distance from the typed amounts. */
function matchedOf({ variant, distance }: SearchQuery, sort: Sort): string {
  const per = sort === 'perGB' ? 'v.data_gb' : sort === 'perDay' ? 'v.days' : sort === 'perMinute' ? 'v.minutes' : null
  if (variant.length === 0 && per === null)
    return `matched AS MATERIALIZED (SELECT r.id, r.tier, s.brand_id, s.fiat_currency, s.variants, s.least_coin AS coin, s.least_fiat AS fiat, s.least_coin AS worth, 0 AS far
            FROM ranked r JOIN shelves s ON s.id = r.id)`
  const far =
    distance === null ? '0' : `CASE WHEN sum((${distance}) = 0) THEN 0 WHEN sum((${distance}) = 1) THEN 1 ELSE 2 END`
  const conditions = [...variant, ...(per === null ? [] : [`${per} > 0`])]
  return `matched AS MATERIALIZED (SELECT r.id, r.tier, s.brand_id, s.fiat_currency, count(*) AS variants, v.coin_value AS coin, v.fiat_value AS fiat,
            min(v.coin_value ${per === null ? '' : `/ ${per}`}) AS worth, ${far} AS far
          FROM ranked r JOIN shelves s ON s.id = r.id JOIN variants v ON v.shelf_id = s.id WHERE ${all(conditions)} GROUP BY r.id)`
}

/** Returns brands with matching products, in the requested order, with the lowest price of those products. */
export function browseBrands(
  db: ReadableDb,
  browsing: BrowseInput & { readonly sort: Sort },
  { offset, limit }: Page,
  bought: PurchaseCounts = {},
): { brands: BrandTileView[]; total: number } {
  const { sort, ...input } = browsing
  const query = readSearchQuery(db, input)
  if (query.matchesNothing) return { brands: [], total: 0 }
  const { order, values } = orderOf({ ...input, near: null }, { ...query, distance: query.distance && 'r.far' })
  const matching = order.map((term) => `min(${term})`)
  const times = '-coalesce((SELECT value FROM json_each(:bought) WHERE key = b.slug), 0)'
  const by =
    sort === 'best' ? matching : sort === 'popular' ? [times, ...matching] : sort === 'name' ? [] : ['min(r.worth)']
  const tieBreakers = sort === 'name' ? ['fold(b.name)', 'b.name', 'b.slug'] : ['b.position', 'b.name', 'b.slug']
  const tables = `WITH ${matchedShelves(query)}, ${matchedOf(query, sort)}`
  const sql = `${tables}, page AS MATERIALIZED (
      SELECT b.id, sum(r.variants) AS variants, row_number() OVER (ORDER BY ${[...by, ...tieBreakers].join(', ')}) AS position, count(*) OVER () AS total
      FROM matched r JOIN shelves s ON s.id = r.id JOIN brands b ON b.id = s.brand_id GROUP BY b.id
      ORDER BY ${[...by, ...tieBreakers].join(', ')} LIMIT :limit OFFSET :offset),
    least AS MATERIALIZED (SELECT brand_id, id, min(coin) AS coin, fiat_currency, fiat FROM matched WHERE brand_id IN (SELECT id FROM page) GROUP BY brand_id)
    SELECT b.slug, b.name, b.image_url, b.product_types, b.countries, p.variants, p.total, l.fiat_currency, l.fiat AS fiat_value, ${coinPriceOf('l.id', 'l.coin')} AS coin_price
    FROM page p JOIN brands b ON b.id = p.id JOIN least l ON l.brand_id = p.id ORDER BY p.position`
  const bound = { ...query.values, ...values, ...rankShelves(db, query, sort), bought: JSON.stringify(bought) }
  const rows = pageRows.parse(db.prepare(sql).all({ ...bound, limit, offset }))
  // A page behind the end has no rows to take the total from.
  const total = rows[0]?.total ?? (offset === 0 ? 0 : browseBrands(db, browsing, { offset: 0, limit: 1 }, bought).total)
  return { brands: rows.map(toTile), total }
}

export interface BrandFound {
  readonly brand: BrandTileView
  readonly countries: FacetView[]
  readonly country: string | null
  readonly variants: VariantView[]
}

/**
 * Returns a brand with its countries, and its products by price in one of them: the first of `prefer` (ISO alpha-2) with products, or any
 * if they all have the same. Otherwise no country and no products: someone must choose. Null if the brand is not on sale.
 */
export function readBrand(db: ReadableDb, slug: string, prefer: readonly string[]): BrandFound | null {
  const brand = readTile(db, slug, null)
  if (brand === null) return null
  const counts = `SELECT t.value, sum(t.variants) AS count FROM brands b JOIN shelves s ON s.brand_id = b.id
                  JOIN shelf_tags t ON t.shelf_id = s.id AND t.kind = 'country' WHERE b.slug = ? GROUP BY t.value`
  const countries = withAnywhere(facetRows.parse(db.prepare(counts).all(slug))).sort((a, b) =>
    englishNameOf(a.value).localeCompare(englishNameOf(b.value)),
  )
  const sold = new Set(countries.map(({ value }) => value))
  const areAlike = countries.every(({ count }) => count === brand.variants)
  const wanted = prefer.map((iso2) => iso2.toUpperCase()).find((iso2) => sold.has(iso2))
  const country = wanted ?? (areAlike ? countries[0]?.value : undefined) ?? null
  if (country === null && countries.length > 0) return { brand, countries, country, variants: [] }
  const rows = db
    .prepare(
      `SELECT ${variantColumns} FROM brands b JOIN shelves s ON s.brand_id = b.id JOIN variants v ON v.shelf_id = s.id
       WHERE b.slug = :slug AND (:country IS NULL OR EXISTS (SELECT 1 FROM shelf_tags t
         WHERE t.kind = 'country' AND t.value IN (:country, '${anywhere}') AND t.shelf_id = s.id))
       ORDER BY v.coin_value, v.sku`,
    )
    .all({ slug, country })
  const variants = rows.map((row) => toVariantView(toVariant(row)))
  return { brand, countries, country, variants }
}

/** Returns a brand's tile, with its lowest price in `country` (ISO alpha-2), or anywhere for null; null if it is not on sale there. */
export function readTile(db: ReadableDb, slug: string, country: string | null): BrandTileView | null {
  const tile = db
    .prepare(
      `SELECT b.slug, b.name, b.image_url, b.product_types, b.countries, (SELECT sum(variants) FROM shelves WHERE brand_id = b.id) AS variants,
         s.fiat_currency, s.least_fiat AS fiat_value, ${coinPriceOf('s.id', 's.least_coin')} AS coin_price
       FROM brands b JOIN shelves s ON s.brand_id = b.id
       WHERE b.slug = :slug AND (:country IS NULL OR EXISTS (SELECT 1 FROM shelf_tags t
         WHERE t.kind = 'country' AND t.value IN (:country, '${anywhere}') AND t.shelf_id = s.id))
       ORDER BY s.least_coin LIMIT 1`,
    )
    .get({ slug, country })
  return tile === undefined ? null : toTile(tileRow.parse(tile))
}

/** Adds products without a country to each country's count. */
export function withAnywhere(countries: readonly FacetView[]): FacetView[] {
  const more = countries.find(({ value }) => value === anywhere)?.count ?? 0
  return countries.filter(({ value }) => value !== anywhere).map(({ value, count }) => ({ value, count: count + more }))
}

function toTile(row: z.output<typeof tileRow>): BrandTileView {
  return {
    slug: row.slug,
    name: row.name === '' ? row.slug : row.name,
    image: imagePath(row.image_url),
    productTypes: row.product_types,
    countries: row.countries,
    variants: row.variants,
    from: { fiatCurrency: row.fiat_currency, fiatValue: row.fiat_value, ...row.coin_price },
  }
}
