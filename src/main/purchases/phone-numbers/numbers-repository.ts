import { z } from 'zod'
import { deliveredStatuses } from '../../../shared/purchases/state.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { jsonField } from '../../db/json-field.ts'

const rows = z.array(
  z.object({
    id: z.string(),
    sku: z.string(),
    slug: z.string(),
    name: z.string(),
    type: z.string(),
    country: z.string().nullable(),
  }),
)

/** A delivered purchase and its product. */
export type Delivered = z.output<typeof rows>[number]

/** Lists the newest `limit` delivered purchases, newest first, without damaged ones; `own` are those not sold over the counter. */
export function listDelivered(db: ReadableDb, which: 'all' | 'own', limit: number): Delivered[] {
  const product = (field: string): string => jsonField('terms', `$.product.${field}`)
  const statuses = deliveredStatuses.map((status) => `'${status}'`).join()
  return rows.parse(
    db
      .prepare(
        `SELECT id, ${product('sku')} AS sku, ${product('brandSlug')} AS slug, ${product('brandName')} AS name,
           ${product('productType')} AS type, ${product('country')} AS country
         FROM purchases WHERE upper(service_status) IN (${statuses})
           AND sku IS NOT NULL AND slug IS NOT NULL AND name IS NOT NULL AND type IS NOT NULL
           ${which === 'own' ? 'AND NOT EXISTS (SELECT 1 FROM sales WHERE purchase_id = purchases.id)' : ''}
         ORDER BY created_at DESC, id LIMIT ?`,
      )
      .all(limit),
  )
}
