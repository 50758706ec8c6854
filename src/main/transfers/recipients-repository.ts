import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

const rows = z.array(z.object({ id: z.string(), box: z.instanceof(Uint8Array) }))

/** Reads every named address, sealed, in order of creation. */
export function readRecipientBoxes(db: ReadableDb): { readonly id: string; readonly box: Uint8Array }[] {
  return rows.parse(db.prepare('SELECT id, box FROM recipients ORDER BY rowid').all())
}

/** Stores a named address, replacing the previous one of its id. */
export function writeRecipientBox(db: WritableDb, id: string, box: Uint8Array): void {
  db.prepare('INSERT INTO recipients (id, box) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET box = excluded.box').run(
    id,
    box,
  )
}

/** Deletes a named address; returns false if there is none. */
export function removeRecipientBox(db: WritableDb, id: string): boolean {
  return db.prepare('DELETE FROM recipients WHERE id = ?').run(id).changes === 1
}
