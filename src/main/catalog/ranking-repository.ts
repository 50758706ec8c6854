import { z } from 'zod'
import type { BrowseInput } from '../../shared/catalog-views.ts'
import type { Database } from '../db/open-database.ts'
import type { Question } from './question-repository.ts'

/** As many shelves are ranked at most: whoever gets more should say more. */
const MOST_SHELVES = 1000

/** How often a person bought here, by SKU or brand. */
export type Bought = Readonly<Record<string, number>>

const ids = z.array(z.int())

/**
 * The shelves that match as a table `ranked (id, tier)`: with words those that `rankShelves` names, of which the lower tier matches
 * better, else all that are chosen.
 */
export function matchedShelves({ words, shelf }: Question): string {
  return words === null
    ? `ranked (id, tier) AS (SELECT s.id, 0 FROM shelves s WHERE ${all(shelf)})`
    : 'ranked (id, tier) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(:ranked))'
}

/** What `matchedShelves` binds beside the question's own values: shelves and how well they match the words, the best first. */
export function rankShelves(db: Database, { words, shelf, values }: Question): { ranked?: string } {
  if (words === null) return {}
  const tierOf = new Map<number, number>()
  const sql = `SELECT s.id FROM shelf_words w JOIN shelves s ON s.id = w.rowid WHERE shelf_words MATCH :words AND ${all(shelf)}
               LIMIT ${MOST_SHELVES}`
  for (const [tier, query] of [...words.tiers, words.matching].entries()) {
    const matching = db
      .prepare(sql)
      .pluck()
      .all({ ...values, words: query })
    for (const id of ids.parse(matching)) if (!tierOf.has(id)) tierOf.set(id, tier)
    if (tierOf.size >= MOST_SHELVES) break
  }
  return { ranked: JSON.stringify([...tierOf].slice(0, MOST_SHELVES)) }
}

/** Every condition at once. */
export const all = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.map((condition) => `(${condition})`).join(' AND ')

/** What comes first among `ranked r`, `shelves s` and `variants v`: expressions of which the lower is the better, and what they bind. */
export function orderOf(
  { near, first }: BrowseInput,
  { words, distance }: Question,
): { order: string[]; values: Record<string, string> } {
  const isNear =
    "EXISTS (SELECT 1 FROM shelf_tags t WHERE t.kind = 'country' AND t.value = :near AND t.shelf_id = s.id)"
  const order = [
    first === null ? null : 's.product_type <> :first',
    words === null ? null : 'r.tier',
    distance,
    near === null ? null : `NOT ${isNear}`,
  ]
  return {
    order: order.filter((term) => term !== null),
    values: { ...(near === null ? {} : { near: near.toUpperCase() }), ...(first === null ? {} : { first }) },
  }
}
