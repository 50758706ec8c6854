import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

const rows = z.array(z.object({ purchase_id: z.string() }))

/** Returns the ids of the purchases that are not offered to buy again. */
export function readHiddenRecents(db: ReadableDb): ReadonlySet<string> {
  return new Set(rows.parse(db.prepare('SELECT purchase_id FROM hidden_recents').all()).map((row) => row.purchase_id))
}

/** Stops offering a purchase; a second time changes nothing. */
export function hideRecent(db: WritableDb, id: string): void {
  db.prepare('INSERT INTO hidden_recents (purchase_id) VALUES (?) ON CONFLICT DO NOTHING').run(id)
}

/** Offers a purchase again. */
export function unhideRecent(db: WritableDb, id: string): void {
  db.prepare('DELETE FROM hidden_recents WHERE purchase_id = ?').run(id)
}
