import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import type { RefundSearch } from './refund-search.ts'

const rowSchema = z.object({ next_block: z.int(), again_block: z.int().nullable(), later_ms: z.int() })

/** Reads the stored progress of the search for a purchase's refund; null if none is stored. */
export function readSearch(db: ReadableDb, id: string): RefundSearch | null {
  const sql = 'SELECT next_block, again_block, later_ms FROM refund_searches WHERE purchase_id = ?'
  const row: unknown = db.prepare(sql).get(id)
  if (row === undefined) return null
  const { next_block: next, again_block: again, later_ms: laterAt } = rowSchema.parse(row)
  return { next: BigInt(next), again: again === null ? null : BigInt(again), laterAt }
}

/** Stores the progress of the search for a purchase's refund. */
export function writeSearch(db: WritableDb, id: string, { next, again, laterAt }: RefundSearch): void {
  db.prepare(
    `INSERT INTO refund_searches (purchase_id, next_block, again_block, later_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (purchase_id) DO UPDATE
       SET next_block = excluded.next_block, again_block = excluded.again_block, later_ms = excluded.later_ms`,
  ).run(id, Number(next), again === null ? null : Number(again), laterAt)
}
