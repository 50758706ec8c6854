import { listDelivered } from './brand-history-repository.ts'
import { readDeliveryOrNull } from './delivery.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { recipientKey, recipientKeyOf } from './recipient-of.ts'

/** Returns the product of a brand that was delivered last to a recipient, with a profile's service; null before the first delivery. */
export function findLastSku(
  context: PurchaseContext,
  { profileId, slug }: { readonly profileId: string; readonly slug: string },
  to: string,
): string | null {
  const isTheirs = ({ id, country }: { id: string; country: string }): boolean => {
    const delivery = readDeliveryOrNull(context, id)
    return delivery !== null && recipientKeyOf(delivery, country) === recipientKey(to, country)
  }
  return listDelivered(context.ledger, profileId, slug).find(isTheirs)?.sku ?? null
}
