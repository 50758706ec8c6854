import type { ReadableDb, WritableDb } from '../db/connections.ts'

/** Returns whether shop mode is on. */
export function isKiosk(db: ReadableDb): boolean {
  return db.prepare('SELECT 1 FROM kiosk WHERE id = 1').get() !== undefined
}

export function beginKiosk(db: WritableDb, now: number): void {
  db.prepare('INSERT OR IGNORE INTO kiosk (id, began_at) VALUES (1, ?)').run(now)
}

export function endKiosk(db: WritableDb): void {
  db.prepare('DELETE FROM kiosk WHERE id = 1').run()
}
