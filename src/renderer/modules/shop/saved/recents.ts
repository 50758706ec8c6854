import type { PurchaseRowView } from '../../../../shared/purchases/views.ts'

/** Returns at most `limit` of the latest delivered purchases, one per product and recipient. */
export function recentsOf(purchases: readonly PurchaseRowView[], limit: number): PurchaseRowView[] {
  const seen = new Set<string>()
  return purchases
    .filter((purchase) => {
      const key = JSON.stringify([purchase.sku, purchase.reference])
      if (seen.has(key) || purchase.status !== 'delivered') return false
      seen.add(key)
      return true
    })
    .slice(0, limit)
}
