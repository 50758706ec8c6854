import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

const rows = z.array(z.object({ id: z.string(), box: z.instanceof(Uint8Array) }))

/** Reads all people, sealed, in order of creation. */
export function readPersonBoxes(db: ReadableDb): { readonly id: string; readonly box: Uint8Array }[] {
  return rows.parse(db.prepare('SELECT id, box FROM people ORDER BY rowid').all())
}

/** Stores a person, replacing the previous one of this id. */
export function writePersonBox(db: WritableDb, id: string, box: Uint8Array): void {
  db.prepare('INSERT INTO people (id, box) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET box = excluded.box').run(
    id,
    box,
  )
}

/** Deletes a person; returns false if there is none. */
export function removePersonBox(db: WritableDb, id: string): boolean {
  return db.prepare('DELETE FROM people WHERE id = ?').run(id).changes === 1
}
