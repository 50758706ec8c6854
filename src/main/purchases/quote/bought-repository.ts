import { z } from 'zod'
import type { ReadableDb } from '../../db/connections.ts'

const rows = z.array(z.object({ name: z.string(), times: z.int() }))

/** Returns how often each SKU or brand (by slug) was bought with a profile's service, whatever the outcome. */
export function readBought(db: ReadableDb, profileId: string, by: 'sku' | 'brandSlug'): Record<string, number> {
  const sql = `SELECT terms ->> '$.product.${by}' AS name, count(*) AS times FROM purchases WHERE profile_id = ? GROUP BY name`
  return Object.fromEntries(rows.parse(db.prepare(sql).all(profileId)).map(({ name, times }) => [name, times]))
}
