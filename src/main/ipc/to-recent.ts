import type { PurchaseRowView, RecentPurchaseView } from '../../shared/purchases/views.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import { readVariant } from '../catalog/variants-repository.ts'

/** Returns a purchase to buy again, with what its product costs now. */
export function toRecent(catalog: CatalogStore, purchase: PurchaseRowView): RecentPurchaseView {
  const product = catalog.use((db) => readVariant(db, purchase.sku))
  return { ...purchase, price: product && product.price, supportedCountries: product?.supportedCountries ?? [] }
}
