import { z } from 'zod'
import { attentionReasons, type AttentionReason } from '../../shared/purchases/state.ts'
import type { ReadableDb } from '../db/connections.ts'

const reasonRow = z.object({ attention: z.enum(attentionReasons).nullable() })

/** Reads a purchase's question to the person; null if there is none, or no such purchase. */
export function readAttention(db: ReadableDb, id: string): AttentionReason | null {
  const found = db.prepare('SELECT attention FROM purchases WHERE id = ?').get(id)
  return found === undefined ? null : reasonRow.parse(found).attention
}

const row = z.object({ id: z.string(), raised_at: z.int() })

const rowList = z.array(row)

/** Lists purchases with an open question and its start (epoch milliseconds), newest question first. */
export function listAttention(db: ReadableDb): { readonly id: string; readonly raisedAt: number }[] {
  const rows = db
    .prepare(
      `SELECT p.id, coalesce(max(e.at), p.created_at) AS raised_at
       FROM purchases p LEFT JOIN purchase_events e
         ON e.purchase_id = p.id AND json_extract(e.event, '$.type') = 'attention-raised'
       WHERE p.attention IS NOT NULL GROUP BY p.id ORDER BY raised_at DESC, p.id`,
    )
    .all()
  return rowList.parse(rows).map(({ id, raised_at }) => ({ id, raisedAt: raised_at }))
}
