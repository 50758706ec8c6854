import { z } from 'zod'
import type { Span } from '../../shared/periods.ts'
import { decimal, units } from '../../shared/scalars.ts'
import type { ReadableDb } from '../db/connections.ts'
import { jsonField } from '../db/json-field.ts'
import { joinShownTotal, SHOWN_TOTAL, shownTotalColumns } from '../purchases/shown-total-repository.ts'
import { IS_UNUSED, UNUSED_COINS } from '../purchases/external/unused-coins-repository.ts'
import { IS_OWN } from '../history/foreign-payments-repository.ts'

const spentRows = z.array(
  z.object({
    kind: z.enum(['purchase', 'transfer', 'claim', 'revocation', 'elsewhere', 'unused']),
    id: z.string(),
    at: z.int(),
    sale: z.int().nullable(),
  }),
)

/**
 * A purchase, a transfer, the claim of a refund or the revocation of an allowance, when it was authorized (epoch milliseconds), and its
 * number if it was sold over the counter. A payment made elsewhere has its hash as id and the time it happened, or was found.
 * Coins that another wallet sent and that bought nothing have the time of their block.
 */
export type Spent = z.output<typeof spentRows>[number]

/** When a payment made elsewhere happened, as the service or the chain wrote it, else when it was found; epoch milliseconds. */
const HAPPENED = "coalesce(CAST(unixepoch(happened_at, 'subsec') * 1000 AS INTEGER), found_at)"

/** What was paid elsewhere counts as a purchase here, or as coins that bought nothing, if it is one of them. */
const IS_ELSEWHERE = `NOT ${IS_OWN} AND NOT ${IS_UNUSED}`

/** Returns the SQL of one kind's rows behind the place; each kind is cut to a page, so that only a page of them is sorted. */
function pageOf(
  kind: Spent['kind'],
  sale = 'NULL',
  from = { table: `${kind}s`, id: 'id', at: 'created_at', where: 'TRUE' },
): string {
  const { table, id, at, where } = from
  return `SELECT * FROM (SELECT '${kind}' AS kind, ${id} AS id, ${at} AS at, ${sale} AS sale FROM ${table}
    WHERE ${where} AND ${at} >= :from AND ${at} < :to AND (${at}, ${id}) > (:at, :id) ORDER BY ${at}, ${id} LIMIT :limit)`
}
const PAGES = [
  pageOf('purchase', '(SELECT number FROM sales WHERE purchase_id = purchases.id)'),
  ...(['transfer', 'claim', 'revocation'] as const).map((kind) => pageOf(kind)),
  pageOf('elsewhere', 'NULL', { table: 'foreign_payments', id: 'hash', at: HAPPENED, where: IS_ELSEWHERE }),
]

/** Lists the account's coins that bought nothing. A page cannot list them: that reads all of them. */
export function listUnusedSpent(db: ReadableDb): Spent[] {
  const sql = `SELECT 'unused' AS kind, id, at, NULL AS sale FROM (${UNUSED_COINS}) WHERE is_own`
  return spentRows.parse(db.prepare(sql).all())
}

interface SpentPage {
  /** The last one before the page; null begins with the oldest. */
  readonly after: Spent | null
  readonly limit: number
  /** What `listUnusedSpent` listed. */
  readonly unused: readonly Spent[]
}

/** Lists what cost coins or network fees in a span behind a place, oldest first. */
export function listSpentAfter(db: ReadableDb, { from, to }: Span, { after, limit, unused }: SpentPage): Spent[] {
  const sql = `${PAGES.join(' UNION ALL ')} ORDER BY at, id LIMIT :limit`
  const place = after ?? { at: from, id: '' }
  const rest = unused.filter((one) => one.at >= from && one.at < to && compareSpent(one, place) > 0)
  const others = spentRows.parse(db.prepare(sql).all({ from, to, at: place.at, id: place.id, limit }))
  return [...others, ...rest].toSorted(compareSpent).slice(0, limit)
}

/** Orders by time, then by id. */
function compareSpent(one: Pick<Spent, 'at' | 'id'>, other: Pick<Spent, 'at' | 'id'>): number {
  if (one.at !== other.at) return one.at - other.at
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1
}

const unitsList = z
  .string()
  .nullable()
  .transform((text) => text?.split(' ').map(BigInt) ?? [])
const boughtRow = z.object({
  id: z.string(),
  delivery: z.instanceof(Uint8Array),
  isPaid: z.int().transform((paid) => paid === 1),
  slug: z.string(),
  brand: z.string(),
  type: z.string(),
  country: z.string(),
  symbol: z.string(),
  decimals: z.int().min(0).max(100),
  units,
  fee: decimal,
  native: z.string(),
  refunds: unitsList,
  networkFees: unitsList,
  ...shownTotalColumns,
})

/** A purchase with its figures: units of the coin paid and refunded, and of the native coin for its network fees. */
export type Bought = z.output<typeof boughtRow>

const term = (path: string): string => jsonField('p.terms', `$.${path}`)

/** Lists the purchases of a span that were not sold over the counter, oldest first; null for a damaged one. */
export function listOwnBought(db: ReadableDb, { from, to }: Span): (Bought | null)[] {
  const sql = `SELECT p.id, p.delivery, s.state NOT IN ('reverted', 'cancelled', 'superseded') AS isPaid,
      ${term('product.brandSlug')} AS slug, ${term('product.brandName')} AS brand, ${term('product.productType')} AS type,
      ${term('product.country')} AS country, ${term('token.symbol')} AS symbol, ${term('token.decimals')} AS decimals,
      ${term('payment.units')} AS units, ${term('quote.feeAmount')} AS fee, ${term('network.nativeSymbol')} AS native,
      (SELECT group_concat(r.units, ' ') FROM counted_refunds r WHERE r.purchase_id = p.id) AS refunds,
      (SELECT group_concat(f.fee_units, ' ') FROM steps f WHERE f.intent_id = p.id AND f.fee_units IS NOT NULL) AS networkFees,
      ${SHOWN_TOTAL}
    FROM purchases p JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay' ${joinShownTotal('p.id')}
    WHERE p.created_at >= :from AND p.created_at < :to
      AND NOT EXISTS (SELECT 1 FROM sales WHERE purchase_id = p.id)
    ORDER BY p.created_at, p.id`
  return db
    .prepare(sql)
    .all({ from, to })
    .map((row) => boughtRow.safeParse(row).data ?? null)
}

const elsewhereRows = z.array(z.object({ symbol: z.string(), amount: z.string() }))

/** Lists the payments of a span that were made elsewhere: their coin, and their amount as the service or the chain wrote it. */
export function listElsewhere(db: ReadableDb, { from, to }: Span): z.output<typeof elsewhereRows> {
  const sql = `SELECT token AS symbol, amount FROM foreign_payments
    WHERE ${IS_ELSEWHERE} AND ${HAPPENED} >= :from AND ${HAPPENED} < :to`
  return elsewhereRows.parse(db.prepare(sql).all({ from, to }))
}
