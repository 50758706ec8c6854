import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

const at = z.int().optional()

/** Returns when (epoch ms) the user last saw the changes of a service's catalog; null for never. */
export function readSeenAt(cache: ReadableDb, source: string): number | null {
  return at.parse(cache.prepare('SELECT at FROM catalog_seen WHERE source = ?').pluck().get(source)) ?? null
}

/** Records that the user saw the changes at `now` (epoch ms). */
export function writeSeenAt(cache: WritableDb, source: string, now: number): void {
  cache.prepare('INSERT OR REPLACE INTO catalog_seen (source, at) VALUES (?, ?)').run(source, now)
}
