import { personStatus } from '../../../shared/purchases/state.ts'
import type { PurchaseRowView } from '../../../shared/purchases/views.ts'
import { readDeliveryOrNull } from '../delivery.ts'
import { listOpenOf } from '../track/open-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { DeliveryDetails } from '../purchase-record.ts'
import { readSoundPurchase } from '../purchase-repository.ts'
import { toPurchaseRow } from '../purchase-view.ts'
import { recipientOf, isSameRecipient } from '../recipient-of.ts'

/**
 * Lists open purchases of a product for the same recipient, newest first: buying now might pay twice for the same wish. A purchase whose
 * recipient cannot be read may be for them.
 */
export function findUnderWay(context: PurchaseContext, sku: string, delivery: DeliveryDetails): PurchaseRowView[] {
  const wanted = recipientOf(delivery)
  return listOpenOf(context.ledger, sku).flatMap((id) => {
    const record = readSoundPurchase(context.ledger, id)
    if (record === null) return []
    const status = personStatus(record.state)
    if (status !== 'paying' && status !== 'on-its-way' && status !== 'needs-you') return []
    const own = readDeliveryOrNull(context, id)
    return own === null || isSameRecipient(recipientOf(own), wanted) ? [toPurchaseRow(record, own)] : []
  })
}
