import type { Address } from 'viem'
import { z } from 'zod'
import type { ReadableDb } from '../db/connections.ts'
import { jsonField } from '../db/json-field.ts'

/** The place of an entry: when it happened (epoch milliseconds), and what it is about. */
export interface StoredPlace {
  readonly at: number
  readonly kind: 'purchase' | 'refund' | 'transfer'
  readonly id: string
}

const rows = z.array(z.object({ at: z.int(), kind: z.enum(['purchase', 'refund', 'transfer']), id: z.uuid() }))

const REFUND_EVENTS = "('refund-part', 'refund-seen', 'refund-confirmed')"

/** Returns the SQL of one kind's rows behind the place; each kind is cut to a page, so that only a page of them is sorted. */
function pageOf(kind: StoredPlace['kind'], source: string): string {
  return `SELECT * FROM (SELECT '${kind}' AS kind, id, at FROM (${source})
    WHERE (at, id, '${kind}') < (:at, :id, :kind) ORDER BY at DESC, id DESC LIMIT :limit)`
}

const OF_ACCOUNT = 'from_address = :from COLLATE NOCASE'
const PURCHASES = `SELECT id, created_at AS at FROM purchases WHERE ${OF_ACCOUNT}`
const TRANSFERS = `SELECT id, created_at AS at FROM transfers WHERE ${OF_ACCOUNT}`
// A refund has no time of its own: its purchase's event has it.
const REFUNDS = `SELECT p.id, max(e.at) AS at FROM (SELECT DISTINCT purchase_id FROM counted_refunds) r
  JOIN purchases p ON p.id = r.purchase_id AND p.${OF_ACCOUNT}
  JOIN purchase_events e ON e.purchase_id = p.id AND ${jsonField('e.event', '$.type')} IN ${REFUND_EVENTS}
  GROUP BY p.id`

/** Lists an account's purchases, refunds and transfers behind a place, newest first; null begins with the newest. */
export function listActivity(
  db: ReadableDb,
  from: Address,
  after: StoredPlace | null,
  limit: number,
): readonly StoredPlace[] {
  const pages = [pageOf('purchase', PURCHASES), pageOf('refund', REFUNDS), pageOf('transfer', TRANSFERS)]
  const sql = `${pages.join(' UNION ALL ')} ORDER BY at DESC, id DESC, kind DESC LIMIT :limit`
  const { at, id, kind } = after ?? { at: Number.MAX_SAFE_INTEGER, id: '', kind: '' }
  return rows.parse(db.prepare(sql).all({ from, at, id, kind, limit }))
}
