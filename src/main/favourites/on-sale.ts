import type { BrandTileView, ProductRowView } from '../../shared/catalog/views.ts'

/** What is on sale now, one by one. */
export interface OnSale {
  product(sku: string): ProductRowView | null
  brand(slug: string): BrandTileView | null
  /** Whether anything is of this type. */
  hasType(type: string): boolean
  /** Whether the catalog is here at all: before, nothing can be said to be gone. */
  isFilled(): boolean
}
