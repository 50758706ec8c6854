import type { PurchaseRowView, RecentPurchaseView } from '../../../shared/purchases/views.ts'
import type { CatalogStore } from '../../catalog/catalog-store.ts'
import { groupInternational } from '../../people/group-international.ts'
import type { OwnerOf } from '../../people/owner-of.ts'
import { readVariant } from '../../catalog/variants-repository.ts'

/** Returns a purchase to buy again, with whom it went to, and what its product costs now. */
export function toRecent(catalog: CatalogStore, ownerOf: OwnerOf, purchase: PurchaseRowView): RecentPurchaseView {
  const product = catalog.use((db) => readVariant(db, purchase.sku))
  return {
    ...purchase,
    groupedReference: purchase.reference && groupInternational(purchase.reference),
    person: ownerOf(purchase.reference, purchase)?.name ?? null,
    price: product && product.price,
    supportedCountries: product?.supportedCountries ?? [],
  }
}
