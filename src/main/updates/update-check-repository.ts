import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

/** What Till remembers of its checks for a newer version. */
export interface UpdateCheck {
  /** When the last check began, in epoch milliseconds; null for never. */
  readonly checkedAt: number | null
  /** The signed document that was received last, as it came; null for none. */
  readonly document: string | null
}

const row = z.object({ checked_at: z.int(), document: z.string().nullable() })

/** Returns what the cache remembers of the checks. */
export function readUpdateCheck(cache: ReadableDb): UpdateCheck {
  const found = cache.prepare('SELECT checked_at, document FROM update_checks WHERE id = 1').get()
  if (found === undefined) return { checkedAt: null, document: null }
  const { checked_at: checkedAt, document } = row.parse(found)
  return { checkedAt, document }
}

/** Stores when a check begins; the document stays. */
export function writeCheckedAt(cache: WritableDb, checkedAt: number): void {
  cache
    .prepare(
      `INSERT INTO update_checks (id, checked_at) VALUES (1, ?)
       ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at`,
    )
    .run(checkedAt)
}

/** Stores the document of a check that has begun. */
export function writeDocument(cache: WritableDb, document: string): void {
  cache.prepare('UPDATE update_checks SET document = ? WHERE id = 1').run(document)
}
