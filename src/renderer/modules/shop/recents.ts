import type { PurchaseRowView } from '../../../shared/purchases/views.ts'

/** The latest purchases worth repeating, since they were delivered: one for each product and recipient, at most `most`. */
export function recentsOf(purchases: readonly PurchaseRowView[], most: number): PurchaseRowView[] {
  const seen = new Set<string>()
  return purchases
    .filter((purchase) => {
      const key = JSON.stringify([purchase.sku, purchase.reference])
      if (seen.has(key) || purchase.status !== 'delivered') return false
      seen.add(key)
      return true
    })
    .slice(0, most)
}
