import { z } from 'zod'
import type { BrowseInput, NearestAmountsView, ProductRowView, Sort } from '../../../shared/catalog/views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { nearestAmounts } from './nearest-amounts-repository.ts'
import { readSearchQuery } from './read-search-query.ts'
import type { SearchQuery } from './search-query-repository.ts'
import { all, matchedShelves, orderOf, rankShelves, type PurchaseCounts } from './ranking-repository.ts'
import { toProductRow } from '../variant-view.ts'
import { toVariant, variantColumns } from '../variants-repository.ts'

export interface Page {
  readonly offset: number
  readonly limit: number
}

export interface FoundProducts {
  readonly products: ProductRowView[]
  /** The number of results that can be paged through. */
  readonly ranked: number
  readonly marks: string[]
  readonly corrected: { typed: string; meant: string[]; isBegun: boolean }[]
  readonly nearest: NearestAmountsView | null
  readonly beside: string | null
  readonly types: string[]
  readonly amount: { value: number; currencies: string[] | null } | null
}

/** Limits for ranking by best match: shelves, and variants per form of a typed amount. */
const MAX_SHELVES = 1000
const MAX_VARIANTS = 300

const found = z.array(z.tuple([z.int(), z.int()]))
const summedRow = z.tuple([z.int(), z.int(), z.string()])

/**
 * Returns matching products in the requested order. By best match, equally good ones for the country `near` come first, then by brand,
 * country and price.
 */
export function searchProducts(
  db: ReadableDb,
  { sort, ...input }: BrowseInput & { readonly sort: Sort },
  page: Page,
  bought: PurchaseCounts = {},
): FoundProducts {
  const query = readSearchQuery(db, input)
  const typed = typedIn(query.own ?? query)
  if (query.matchesNothing) return { products: [], ranked: 0, marks: [], corrected: [], nearest: null, ...typed }
  const corrected = query.corrected.map(({ meant, ...one }) => ({ ...one, meant: [...meant] }))
  const shared = { marks: [...query.marks], corrected, ...typed }
  if (sort === 'best' && query.variant.length === 0)
    return { ...pageOfShelves(db, input, query, page), ...shared, nearest: null }
  const found = pageOfVariants(db, input, query, sort, page, bought)
  return { ...found, ...shared, nearest: nearestAmounts(db, query, found) }
}

function typedIn({ money, beside, types }: SearchQuery): Pick<FoundProducts, 'beside' | 'types' | 'amount'> {
  const amount = money && { value: money.value, currencies: money.currencies && [...money.currencies] }
  return { beside, types: [...types], amount }
}

/** Returns a page of whole shelves; only those on the page are read. */
function pageOfShelves(db: ReadableDb, input: BrowseInput, query: SearchQuery, { offset, limit }: Page) {
  const { order, values } = orderOf(input, query)
  const by = [...order, 'b.position', 'b.name', 's.country_key', 's.least_coin', 's.id'].join(', ')
  const sql = `WITH ${matchedShelves(query)},
    summed AS (SELECT s.id, s.variants, sum(s.variants) OVER (ORDER BY ${by} ROWS UNBOUNDED PRECEDING) AS until
               FROM ranked r JOIN shelves s ON s.id = r.id JOIN brands b ON b.id = s.brand_id)
    SELECT coalesce(max(until), 0), coalesce(min(until - variants) FILTER (WHERE ${onPage}), 0),
      json_group_array(id ORDER BY until) FILTER (WHERE ${onPage}) FROM summed`
  const bound = {
    ...query.values,
    ...values,
    ...rankShelves(db, query, 'best', MAX_SHELVES),
    offset,
    end: offset + limit,
  }
  const [ranked, before, shelves] = summedRow.parse(db.prepare(sql).raw().get(bound))
  const rows = db
    .prepare(
      `SELECT ${variantColumns} FROM json_each(:shelves) j JOIN shelves s ON s.id = j.value JOIN brands b ON b.id = s.brand_id
       JOIN variants v ON v.shelf_id = s.id ORDER BY j.key, v.coin_value, v.sku LIMIT :limit OFFSET :skip`,
    )
    .all({ shelves, limit, skip: Math.max(0, offset - before) })
  return { products: rows.map((row) => toProductRow(toVariant(row))), ranked }
}

const onPage = 'until > :offset AND until - variants < :end'

/** The required value of a variant for each order, and the sort key. */
const sortings: Readonly<Record<Exclude<Sort, 'best'>, { needs: string; by: readonly string[] }>> = {
  price: { needs: 'true', by: ['v.coin_value'] },
  perGB: { needs: 'v.data_gb > 0', by: ['v.coin_value / v.data_gb'] },
  perDay: { needs: 'v.days > 0', by: ['v.coin_value / v.days'] },
  perMinute: { needs: 'v.minutes > 0', by: ['v.coin_value / v.minutes'] },
  popular: { needs: 'true', by: ['-coalesce((SELECT times FROM bought WHERE name = v.sku), 0)'] },
  name: { needs: 'true', by: ['named.name'] },
}

function pageOfVariants(
  db: ReadableDb,
  input: BrowseInput,
  query: SearchQuery,
  sort: Sort,
  { offset, limit }: Page,
  bought: PurchaseCounts,
) {
  const sorting = sort === 'best' ? null : sortings[sort]
  const { order, values } = orderOf(input, query)
  const by = [
    ...(sorting?.by ?? []),
    ...(sort === 'best' || sort === 'popular' ? order : []),
    'b.position',
    'b.name',
    's.country_key',
    'v.coin_value',
    'v.sku',
  ]
  const times = ', bought (name, times) AS MATERIALIZED (SELECT key, value FROM json_each(:bought))'
  // Folded once per brand, not per product.
  const names = ', named (id, name) AS MATERIALIZED (SELECT id, fold(name) FROM brands)'
  const bound = {
    ...query.values,
    ...values,
    ...rankShelves(db, query, sort, sort === 'best' ? MAX_SHELVES : Infinity),
    bought: JSON.stringify(bought),
  }
  const more = sort === 'popular' ? times : sort === 'name' ? names : ''
  const sql = `WITH ${matchedShelves(query)}${more}
    SELECT v.id, count(*) OVER () FROM ${variantsOf(query, sort)} JOIN brands b ON b.id = s.brand_id
      ${sort === 'name' ? 'JOIN named ON named.id = b.id' : ''}
    WHERE ${sorting?.needs ?? 'true'} ORDER BY ${by.join(', ')}`
  const readPage = (page: Page) =>
    found.parse(
      db
        .prepare(`${sql} LIMIT :limit OFFSET :offset`)
        .raw()
        .all({ ...bound, ...page }),
    )
  const onPage = readPage({ offset, limit })
  // A page behind the end has no rows to take the total from.
  const [[, ranked] = [0, 0]] = onPage.length > 0 ? onPage : readPage({ offset: 0, limit: 1 })
  const rows = db
    .prepare(
      `SELECT ${variantColumns} FROM json_each(:onPage) j JOIN variants v ON v.id = j.value JOIN shelves s ON s.id = v.shelf_id
       JOIN brands b ON b.id = s.brand_id ORDER BY j.key`,
    )
    .all({ onPage: JSON.stringify(onPage.map(([id]) => id)) })
  return {
    products: rows.map((row) => toProductRow(toVariant(row))),
    ranked,
  }
}

/** Selects the requested variants on ranked shelves; for the `best` of bare amounts only some for each form of the amount. */
function variantsOf({ words, finders, shelf, variant, unfound }: SearchQuery, sort: Sort): string {
  if (sort !== 'best' || words !== null || finders.length === 0)
    return `ranked r JOIN shelves s ON s.id = r.id JOIN variants v ON v.shelf_id = s.id AND ${all(variant)}`
  const some = finders.map(
    (finder) => `SELECT * FROM (SELECT v.id FROM variants v JOIN shelves s ON s.id = v.shelf_id
                   WHERE ${all([finder, ...shelf, ...unfound])} LIMIT ${MAX_VARIANTS})`,
  )
  return `(${some.join(' UNION ')}) n JOIN variants v ON v.id = n.id JOIN shelves s ON s.id = v.shelf_id`
}
