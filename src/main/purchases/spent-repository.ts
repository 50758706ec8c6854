import { z } from 'zod'
import type { Database } from '../db/open-database.ts'

const rows = z.array(z.object({ id: z.string(), amount: z.string() }))

/** Purchases since `at` (epoch ms) whose payment was made or may yet be, with the coins each cost; those paid in a native coin left out. */
export function readSpentSince(db: Database, at: number): { readonly id: string; readonly amount: string }[] {
  const sql = `SELECT p.id, json_extract(p.terms, '$.quote.totalAmount') AS amount FROM purchases p
    JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay' AND s.state NOT IN ('reverted', 'cancelled', 'superseded')
    WHERE p.created_at > ? AND json_valid(p.terms) AND json_extract(p.terms, '$.token.address') IS NOT NULL`
  return rows.parse(db.prepare(sql).all(at))
}
