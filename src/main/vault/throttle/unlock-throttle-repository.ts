import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import type { Guesses } from './guess-throttle.ts'

const rowSchema = z.object({ failures: z.int(), wait_ms: z.int() })

/** Returns the wrong passwords since the last right one. */
export function readThrottle(db: ReadableDb): Guesses {
  const row = db.prepare('SELECT failures, wait_ms FROM unlock_throttle WHERE id = 1').get()
  if (row === undefined) return { failures: 0, waitMs: 0 }
  const parsed = rowSchema.parse(row)
  return { failures: parsed.failures, waitMs: parsed.wait_ms }
}

export function writeThrottle(db: WritableDb, { failures, waitMs }: Guesses): void {
  db.prepare(
    `INSERT INTO unlock_throttle (id, failures, wait_ms) VALUES (1, ?, ?)
     ON CONFLICT (id) DO UPDATE SET failures = excluded.failures, wait_ms = excluded.wait_ms`,
  ).run(failures, waitMs)
}
