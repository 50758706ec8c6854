import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

const row = z
  .object({ id: z.string(), purchase_id: z.string(), kept_at: z.int(), box: z.instanceof(Uint8Array) })
  .transform(({ purchase_id: purchaseId, kept_at: keptAt, ...kept }) => ({ ...kept, purchaseId, keptAt }))
const rows = z.array(row)

/** A kept code as it is stored; `keptAt` is epoch milliseconds. */
export interface CodeRow {
  readonly id: string
  readonly purchaseId: string
  readonly keptAt: number
  readonly box: Uint8Array
}

/** Reads the codes of a purchase, or all for null, the latest first. */
export function readCodeRows(db: ReadableDb, purchaseId: string | null): CodeRow[] {
  const sql = `SELECT id, purchase_id, kept_at, box FROM kept_codes WHERE :purchaseId IS NULL OR purchase_id = :purchaseId
               ORDER BY kept_at DESC, id`
  return rows.parse(db.prepare(sql).all({ purchaseId }))
}

/** Reads one code; null if there is none. */
export function readCodeRow(db: ReadableDb, id: string): CodeRow | null {
  return rows.parse(db.prepare('SELECT id, purchase_id, kept_at, box FROM kept_codes WHERE id = ?').all(id))[0] ?? null
}

/** Stores a code, replacing the previous one of this id. */
export function writeCodeRow(db: WritableDb, code: CodeRow): void {
  db.prepare(
    `INSERT INTO kept_codes (id, purchase_id, kept_at, box) VALUES (:id, :purchaseId, :keptAt, :box)
     ON CONFLICT (id) DO UPDATE SET box = excluded.box`,
  ).run(code)
}

/** Deletes a code; returns false if there is none. */
export function removeCodeRow(db: WritableDb, id: string): boolean {
  return db.prepare('DELETE FROM kept_codes WHERE id = ?').run(id).changes === 1
}
