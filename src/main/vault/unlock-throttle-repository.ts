import { z } from 'zod'
import type { Database } from '../db/open-database.ts'

const rowSchema = z.object({ failures: z.int(), failed_at: z.int() })

export interface Throttle {
  readonly failures: number
  /** Epoch milliseconds of the last wrong password. */
  readonly failedAt: number
}

/** The wrong passwords since the last right one. */
export function readThrottle(db: Database): Throttle {
  const row = db.prepare('SELECT failures, failed_at FROM unlock_throttle WHERE id = 1').get()
  if (row === undefined) return { failures: 0, failedAt: 0 }
  const parsed = rowSchema.parse(row)
  return { failures: parsed.failures, failedAt: parsed.failed_at }
}

export function writeThrottle(db: Database, throttle: Throttle): void {
  db.prepare(
    `INSERT INTO unlock_throttle (id, failures, failed_at) VALUES (1, ?, ?)
     ON CONFLICT (id) DO UPDATE SET failures = excluded.failures, failed_at = excluded.failed_at`,
  ).run(throttle.failures, throttle.failedAt)
}
