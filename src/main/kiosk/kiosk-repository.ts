import type { Database } from '../db/open-database.ts'

/** Whether this is a till in a shop. */
export function isKiosk(db: Database): boolean {
  return db.prepare('SELECT 1 FROM kiosk WHERE id = 1').get() !== undefined
}

export function beginKiosk(db: Database, now: number): void {
  db.prepare('INSERT OR IGNORE INTO kiosk (id, began_at) VALUES (1, ?)').run(now)
}

export function endKiosk(db: Database): void {
  db.prepare('DELETE FROM kiosk WHERE id = 1').run()
}
