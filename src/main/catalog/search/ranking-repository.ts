import { z } from 'zod'
import type { BrowseInput, Sort } from '../../../shared/catalog/views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import type { SearchQuery } from './search-query-repository.ts'
import { AREA_TIER } from './word-queries.ts'

/** The user's number of purchases, by SKU or brand. */
export type PurchaseCounts = Readonly<Record<string, number>>

const ids = z.array(z.int())
const codes = z.array(z.string())

/**
 * Returns the SQL of the matching shelves as a table `ranked (id, tier)`: those from `rankShelves` if there are words (a lower tier matches
 * better), else all that pass the filters.
 */
export function matchedShelves({ words, shelf }: SearchQuery): string {
  return words === null
    ? `ranked (id, tier) AS (SELECT s.id, 0 FROM shelves s WHERE ${all(shelf)})`
    : 'ranked (id, tier) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(:ranked))'
}

/**
 * Returns the additional value for `matchedShelves`: at most `most` shelves that match the words. For the `best`, they have tiers, best
 * first.
 */
export function rankShelves(
  db: ReadableDb,
  { words, shelf, values }: SearchQuery,
  sort: Sort,
  most = Infinity,
): { ranked?: string } {
  if (words === null) return {}
  const sql = `SELECT s.id FROM shelf_words w JOIN shelves s ON s.id = w.rowid WHERE shelf_words MATCH :words AND ${all(shelf)}
               LIMIT :limit`
  const statement = db.prepare(sql).pluck()
  const limit = Number.isFinite(most) ? most : -1
  const find = (query: string): number[] => ids.parse(statement.all({ ...values, words: query, limit }))
  const matching = find(words.matching)
  const tiers = sort === 'best' ? words.tiers : []
  const tierOf = new Map<number, number>()
  for (const [tier, query] of tiers.entries()) {
    // Every tier is part of what matches: once all of that has its tier, the weaker ones add nothing.
    if (tierOf.size >= matching.length) break
    for (const id of find(query)) if (!tierOf.has(id)) tierOf.set(id, tier)
  }
  for (const id of matching) if (!tierOf.has(id)) tierOf.set(id, tiers.length)
  return { ranked: JSON.stringify([...tierOf].slice(0, most)) }
}

/** Returns the currencies (ISO 4217) of everything that a search finds. */
export function readCurrencies(db: ReadableDb, query: SearchQuery): ReadonlySet<string> {
  if (query.matchesNothing) return new Set()
  const sql = `WITH ${matchedShelves(query)} SELECT DISTINCT s.fiat_currency
    FROM variants v CROSS JOIN shelves s ON s.id = v.shelf_id CROSS JOIN ranked r ON r.id = s.id WHERE ${all(query.variant)}`
  const bound = { ...query.values, ...rankShelves(db, query, 'price') }
  return new Set(codes.parse(db.prepare(sql).pluck().all(bound)))
}

/** Joins conditions with AND. */
export const all = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.map((condition) => `(${condition})`).join(' AND ')

/**
 * Returns the sort expressions over `ranked r`, `shelves s` and `variants v`, lower is better, and their values. A typed amount is meant
 * exactly: it counts before the quality of the word match. Plans for the same region come by price.
 */
export function orderOf(
  { near, first }: BrowseInput,
  { words, distance }: SearchQuery,
): { order: string[]; values: Record<string, string> } {
  const isNear =
    "EXISTS (SELECT 1 FROM shelf_tags t WHERE t.kind = 'country' AND t.value = :near AND t.shelf_id = s.id)"
  const order = [
    first === null ? null : 's.product_type <> :first',
    distance,
    words === null ? null : 'r.tier',
    near === null ? null : `NOT ${isNear}`,
    words === null ? null : `CASE WHEN r.tier = ${AREA_TIER} THEN s.least_coin ELSE 0 END`,
  ]
  return {
    order: order.filter((term) => term !== null),
    values: { ...(near === null ? {} : { near: near.toUpperCase() }), ...(first === null ? {} : { first }) },
  }
}
