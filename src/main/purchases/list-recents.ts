import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { listPurchases } from './list-purchases.ts'
import type { PurchaseContext } from './purchase-context.ts'

/** The newest purchases of any status, in which recents are looked for. */
const SEARCHED = 30

/** Lists at most `limit` of the latest delivered purchases, one per product and recipient, newest first. */
export function listRecents(context: PurchaseContext, limit: number): PurchaseRowView[] {
  const seen = new Set<string>()
  return listPurchases(context, { text: '', status: null, offset: 0, limit: SEARCHED })
    .purchases.filter(({ sku, reference, status }) => {
      const key = JSON.stringify([sku, reference])
      if (seen.has(key) || status !== 'delivered') return false
      seen.add(key)
      return true
    })
    .slice(0, limit)
}
