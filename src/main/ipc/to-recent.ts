import type { PurchaseRowView, RecentPurchaseView } from '../../shared/purchases/views.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import type { OwnerOf } from '../people/owner-of.ts'
import { readVariant } from '../catalog/variants-repository.ts'

/** Returns a purchase to buy again, with whom it went to, and what its product costs now. */
export function toRecent(catalog: CatalogStore, ownerOf: OwnerOf, purchase: PurchaseRowView): RecentPurchaseView {
  const product = catalog.use((db) => readVariant(db, purchase.sku))
  return {
    ...purchase,
    person: ownerOf(purchase.reference, purchase)?.name ?? null,
    price: product && product.price,
    supportedCountries: product?.supportedCountries ?? [],
  }
}
