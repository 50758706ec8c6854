import type { Address } from 'viem'
import { z } from 'zod'
import { activityPlace, type ActivityView } from '../../shared/wallet/activity-views.ts'
import type { ReadableDb } from '../db/connections.ts'
import { jsonField } from '../db/json-field.ts'
import { UNUSED_COINS } from '../purchases/external/unused-coins-repository.ts'

/** The place of an entry: when it happened (epoch milliseconds), and what it is about. */
export interface StoredPlace {
  readonly at: number
  readonly kind: ActivityView['kind']
  readonly id: string
}

const rows = z.array(z.object({ at: z.int(), kind: activityPlace.shape.kind, id: z.string() }))

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
// What came as a refund is a refund's, and what came by an own transaction is that one's.
const RECEIVED = `SELECT r.id, r.happened_at AS at FROM received_transfers r WHERE r.to_address = :from COLLATE NOCASE
  AND NOT EXISTS (SELECT 1 FROM signed_transactions s WHERE s.hash = r.hash)
  AND NOT EXISTS (SELECT 1 FROM counted_refunds c JOIN purchases p ON p.id = c.purchase_id
    WHERE c.hash = r.hash AND (c.ordinal IS NULL OR c.ordinal = r.ordinal) AND p.chain_instance = r.chain_instance
      AND ${jsonField('p.terms', '$.token.address')} = r.token COLLATE NOCASE)`

const UNUSED = `SELECT id, at FROM (${UNUSED_COINS}) WHERE account = :from COLLATE NOCASE`

/** Lists what moved an account's coins, or was sent to its payments for nothing, behind a place, newest first; null begins with the newest. */
export function listActivity(
  db: ReadableDb,
  from: Address,
  after: StoredPlace | null,
  limit: number,
): readonly StoredPlace[] {
  const pages = [
    pageOf('purchase', PURCHASES),
    pageOf('refund', REFUNDS),
    pageOf('transfer', TRANSFERS),
    pageOf('received', RECEIVED),
    pageOf('unused', UNUSED),
  ]
  const sql = `${pages.join(' UNION ALL ')} ORDER BY at DESC, id DESC, kind DESC LIMIT :limit`
  const { at, id, kind } = after ?? { at: Number.MAX_SAFE_INTEGER, id: '', kind: '' }
  return rows.parse(db.prepare(sql).all({ from, at, id, kind, limit }))
}

const feeRows = z.array(z.object({ chain_id: z.int(), units: z.string() }))

/** Lists the network fees of what an account signed since a moment (epoch milliseconds), in wei, with the chain of each. */
export function listFees(db: ReadableDb, from: Address, since: number): { chainId: number; units: bigint }[] {
  // Without CROSS, SQLite begins with every step ever charged.
  const sql = `SELECT CAST(substr(s.chain_instance, 1, instr(s.chain_instance, ':') - 1) AS INTEGER) AS chain_id, s.fee_units AS units
               FROM signed_transactions t CROSS JOIN steps s ON s.intent_id = t.intent_id AND s.position = t.position AND s.mined_hash = t.hash
               WHERE t.signed_at >= :since AND s.${OF_ACCOUNT} AND s.fee_units IS NOT NULL`
  return feeRows.parse(db.prepare(sql).all({ since, from })).map(({ chain_id: chainId, units }) => ({
    chainId,
    units: BigInt(units),
  }))
}
