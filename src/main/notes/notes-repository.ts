import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

const rows = z.array(z.object({ intent_id: z.string(), box: z.instanceof(Uint8Array) }))

/** Reads the notes of the newest purchases and transfers, sealed, with their ids; of all without a `limit`. */
export function readNoteBoxes(db: ReadableDb, limit?: number): { readonly id: string; readonly box: Uint8Array }[] {
  const newest =
    'SELECT n.intent_id, n.box FROM intents i CROSS JOIN notes n ON n.intent_id = i.id ORDER BY i.rowid DESC LIMIT ?'
  const found = rows.parse(
    limit === undefined ? db.prepare('SELECT intent_id, box FROM notes').all() : db.prepare(newest).all(limit),
  )
  return found.map(({ intent_id: id, box }) => ({ id, box }))
}

/** Reads the sealed note of a purchase or a transfer; null if it has none. */
export function readNoteBox(db: ReadableDb, id: string): Uint8Array | null {
  const [found] = rows.parse(db.prepare('SELECT intent_id, box FROM notes WHERE intent_id = ?').all(id))
  return found?.box ?? null
}

/** Stores a sealed note, replacing the previous one. */
export function writeNoteBox(db: WritableDb, id: string, box: Uint8Array): void {
  db.prepare(
    'INSERT INTO notes (intent_id, box) VALUES (?, ?) ON CONFLICT (intent_id) DO UPDATE SET box = excluded.box',
  ).run(id, box)
}

export function removeNoteBox(db: WritableDb, id: string): void {
  db.prepare('DELETE FROM notes WHERE intent_id = ?').run(id)
}

/** Returns whether there is a purchase or a transfer of this id. */
export function hasSpent(db: ReadableDb, id: string): boolean {
  const sql = "SELECT 1 FROM intents WHERE id = ? AND kind IN ('purchase', 'transfer')"
  return db.prepare(sql).get(id) !== undefined
}
