import { z } from 'zod'
import type { ReadableDb } from '../db/connections.ts'
import { readIds } from '../db/read-ids.ts'

/** `id` itself, the purchase it repeats, and all others that repeat that one. The column keeps its older name, `retry_of`. */
const FAMILY = `
  WITH RECURSIVE
    up (id, retry_of) AS (
      SELECT id, retry_of FROM purchases WHERE id = @id
      UNION SELECT p.id, p.retry_of FROM purchases p JOIN up ON p.id = up.retry_of),
    family (id) AS (
      SELECT id FROM up WHERE retry_of IS NULL
      UNION SELECT p.id FROM purchases p JOIN family ON p.retry_of = family.id)`

/** Lists the purchases of the same intent, including `id`. */
export function listFamily(db: ReadableDb, id: string): string[] {
  const rows = db.prepare(`${FAMILY} SELECT id FROM family`).all({ id })
  return readIds(rows)
}

/**
 * Returns whether any other purchase of the same intent, at any repeat, was paid or may still be, by another wallet too, apart from the
 * payment that is replaced.
 */
export function isRepeatAlive(db: ReadableDb, id: string, replaces: string | null = null): boolean {
  const sql = `${FAMILY}
    SELECT 1 FROM family JOIN steps s ON s.intent_id = family.id AND s.kind = 'pay'
    WHERE family.id <> @id AND s.state NOT IN ('reverted', 'cancelled', 'superseded')
    UNION ALL SELECT 1 FROM family JOIN external_payments e ON e.retry_of = family.id
    WHERE e.ended IS NULL AND e.id IS NOT @replaces LIMIT 1`
  return db.prepare(sql).get({ id, replaces }) !== undefined
}

const repeatOfRow = z.object({ retry_of: z.string().nullable() })

/** Returns the purchase that `id` repeats, and those that repeat it, newest first. */
export function readRepeats(
  db: ReadableDb,
  id: string,
): { readonly repeatOf: string | null; readonly repeatedBy: readonly string[] } {
  const own: unknown = db.prepare('SELECT retry_of FROM purchases WHERE id = ?').get(id)
  const later = db.prepare('SELECT id FROM purchases WHERE retry_of = ? ORDER BY created_at DESC, id').all(id)
  return {
    repeatOf: repeatOfRow.parse(own).retry_of,
    repeatedBy: readIds(later),
  }
}
