import { z } from 'zod'
import type { Span } from '../../shared/periods.ts'
import type { ReadableDb } from '../db/connections.ts'

const spentRows = z.array(
  z.object({ kind: z.enum(['purchase', 'transfer']), id: z.uuid(), at: z.int(), sale: z.int().nullable() }),
)

/** A purchase or a transfer, when it was authorized (epoch milliseconds), and its number if it was sold over the counter. */
export type Spent = z.output<typeof spentRows>[number]

/** Returns the SQL of one kind's rows behind the place; each kind is cut to a page, so that only a page of them is sorted. */
function pageOf(kind: Spent['kind'], sale: string): string {
  return `SELECT * FROM (SELECT '${kind}' AS kind, id, created_at AS at, ${sale} AS sale FROM ${kind}s
    WHERE created_at >= :from AND created_at < :to AND (created_at, id) > (:at, :id) ORDER BY created_at, id LIMIT :limit)`
}
const PURCHASES = pageOf('purchase', '(SELECT number FROM sales WHERE purchase_id = purchases.id)')
const TRANSFERS = pageOf('transfer', 'NULL')

/** Lists the purchases and transfers of a span behind a place, oldest first; null begins with the oldest. */
export function listSpentAfter(db: ReadableDb, { from, to }: Span, after: Spent | null, limit: number): Spent[] {
  const sql = `${PURCHASES} UNION ALL ${TRANSFERS} ORDER BY at, id LIMIT :limit`
  const { at, id } = after ?? { at: from, id: '' }
  return spentRows.parse(db.prepare(sql).all({ from, to, at, id, limit }))
}
