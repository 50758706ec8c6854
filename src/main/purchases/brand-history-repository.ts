import { z } from 'zod'
import { deliveredStatuses } from '../../shared/purchases/state.ts'
import type { BrandHistoryView } from '../../shared/purchases/views.ts'
import type { ReadableDb } from '../db/connections.ts'
import { jsonField } from '../db/json-field.ts'

/** As many deliveries as tell how long one takes now: a service changes over the years. */
const MAX_DELIVERIES = 12
/** One or two may have been luck. */
const MIN_DELIVERIES = 3

const statuses = deliveredStatuses.map((status) => `'${status}'`).join()
const deliveries = z.array(z.object({ sku: z.string(), created_at: z.int(), delivered_at: z.int() }))

/** Returns what was delivered last of a brand with a profile's service, and how long its last deliveries took. */
export function readBrandHistory(db: ReadableDb, profileId: string, slug: string): BrandHistoryView {
  const rows = deliveries.parse(
    db
      .prepare(
        `SELECT p.sku, p.created_at, min(e.at) AS delivered_at FROM (
           SELECT id, created_at, ${jsonField('terms', '$.product.sku')} AS sku FROM purchases
           WHERE profile_id = :profileId AND ${jsonField('terms', '$.product.brandSlug')} = :slug AND upper(service_status) IN (${statuses})
           ORDER BY created_at DESC LIMIT ${MAX_DELIVERIES}) p
         JOIN purchase_events e ON e.purchase_id = p.id AND upper(${jsonField('e.event', '$.status')}) IN (${statuses})
         GROUP BY p.id ORDER BY p.created_at DESC`,
      )
      .all({ profileId, slug }),
  )
  // A clock that was set back in between measured nothing.
  const seconds = rows.map((row) => (row.delivered_at - row.created_at) / 1000).filter((length) => length > 0)
  const middle = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)]
  return {
    lastSku: rows[0]?.sku ?? null,
    usualDelivery:
      middle === undefined || seconds.length < MIN_DELIVERIES ? null : { seconds: middle, count: seconds.length },
  }
}

const delivered = z.array(z.object({ id: z.string(), sku: z.string(), country: z.string() }))
/** Older ones tell little of what somebody buys now. */
const MAX_SEARCHED = 100

/** Lists what was delivered of a brand with a profile's service, newest first, with the product's country. */
export function listDelivered(db: ReadableDb, profileId: string, slug: string): z.output<typeof delivered> {
  const sql = `SELECT id, ${jsonField('terms', '$.product.sku')} AS sku, ${jsonField('terms', '$.product.country')} AS country FROM purchases
    WHERE profile_id = :profileId AND ${jsonField('terms', '$.product.brandSlug')} = :slug AND upper(service_status) IN (${statuses})
    ORDER BY created_at DESC LIMIT ${MAX_SEARCHED}`
  return delivered.parse(db.prepare(sql).all({ profileId, slug }))
}
