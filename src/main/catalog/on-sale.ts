import type { OnSale } from '../../shared/catalog/on-sale.ts'
import { readBrand } from './search/brands-repository.ts'
import { readCatalogState } from './catalog-state-repository.ts'
import type { CatalogStore } from './catalog-store.ts'
import { toProductRow } from './variant-view.ts'
import { hasType, readVariant } from './variants-repository.ts'

/** Opens the list of what is on sale in the stored catalog. */
export function openOnSale(catalog: Pick<CatalogStore, 'use'>): OnSale {
  return {
    product(sku) {
      const found = catalog.use((db) => readVariant(db, sku))
      return found && toProductRow(found)
    },
    brand: (slug) => catalog.use((db) => readBrand(db, slug, []))?.brand ?? null,
    hasType: (type) => catalog.use((db) => hasType(db, type)),
    isFilled: () => catalog.use(readCatalogState).refreshedAt !== null,
  }
}
