import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { readHiddenRecents } from './hidden-recents-repository.ts'
import { purchaseRows } from './list-purchases.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { listOwnPurchaseIds } from './purchase-repository.ts'

/** The newest purchases of any status, in which recents are looked for. */
const SEARCHED = 30

/**
 * Lists at most `limit` of the latest delivered purchases, one per product and recipient: what is bought most first, then the newest. What was
 * bought once by mistake is so never the first choice. What was sold over the counter was not bought by the owner. A hidden one shows
 * again once it was bought again.
 */
export function listRecents(context: PurchaseContext, limit: number): PurchaseRowView[] {
  const purchases = purchaseRows(context, listOwnPurchaseIds(context.ledger, SEARCHED))
  const delivered = purchases.filter(({ status }) => status === 'delivered')
  const alike = Map.groupBy(delivered, ({ sku, reference }) => JSON.stringify([sku, reference]))
  const hidden = readHiddenRecents(context.ledger)
  // Sorting keeps the order of those that were bought as often.
  return [...alike.values()]
    .toSorted((one, other) => other.length - one.length)
    .flatMap(([newest]) => (newest && !hidden.has(newest.id) ? newest : []))
    .slice(0, limit)
}
