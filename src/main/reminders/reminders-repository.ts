import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

const rows = z.array(z.object({ purchase_id: z.string(), box: z.instanceof(Uint8Array) }))

/** Reads all reminders, sealed, with the ids of their purchases. */
export function readReminderBoxes(db: ReadableDb): { readonly purchaseId: string; readonly box: Uint8Array }[] {
  const found = rows.parse(db.prepare('SELECT purchase_id, box FROM reminders').all())
  return found.map(({ purchase_id: purchaseId, box }) => ({ purchaseId, box }))
}

/** Stores a sealed reminder, replacing the previous one. */
export function writeReminderBox(db: WritableDb, purchaseId: string, box: Uint8Array): void {
  db.prepare(
    'INSERT INTO reminders (purchase_id, box) VALUES (?, ?) ON CONFLICT (purchase_id) DO UPDATE SET box = excluded.box',
  ).run(purchaseId, box)
}

/** Deletes a reminder; returns false if there is none. */
export function removeReminderBox(db: WritableDb, purchaseId: string): boolean {
  return db.prepare('DELETE FROM reminders WHERE purchase_id = ?').run(purchaseId).changes === 1
}
