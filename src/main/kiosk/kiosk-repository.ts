import { z } from 'zod'
import type { Database } from '../db/open-database.ts'

const kioskRow = z.object({ began_at: z.int() })

/** Whether this is a till in a shop. */
export function isKiosk(db: Database): boolean {
  const row = db.prepare('SELECT began_at FROM kiosk WHERE id = 1').get()
  return row !== undefined && kioskRow.parse(row).began_at > 0
}

export function beginKiosk(db: Database, now: number): void {
  db.prepare('INSERT OR IGNORE INTO kiosk (id, began_at) VALUES (1, ?)').run(now)
}

export function endKiosk(db: Database): void {
  db.prepare('DELETE FROM kiosk WHERE id = 1').run()
}
