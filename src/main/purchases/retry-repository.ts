import { z } from 'zod'
import type { Database } from '../db/open-database.ts'

/** The purchase that `id` was made in place of, and those made in place of it, newest first. */
export function readRetries(
  db: Database,
  id: string,
): { readonly retryOf: string | null; readonly retriedBy: readonly string[] } {
  const own: unknown = db.prepare('SELECT retry_of FROM purchases WHERE id = ?').get(id)
  const later = db.prepare('SELECT id FROM purchases WHERE retry_of = ? ORDER BY created_at DESC, id').all(id)
  return {
    retryOf: z.object({ retry_of: z.string().nullable() }).parse(own).retry_of,
    retriedBy: z
      .array(z.object({ id: z.string() }))
      .parse(later)
      .map((row) => row.id),
  }
}
