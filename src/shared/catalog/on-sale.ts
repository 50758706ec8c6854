import type { BrandTileView, ProductRowView } from './views.ts'

/** The products and brands on sale now. */
export interface OnSale {
  product(sku: string): ProductRowView | null
  brand(slug: string): BrandTileView | null
  /** Returns whether any product has this type. */
  hasType(type: string): boolean
  /** Returns whether the catalog is loaded; before that, nothing counts as gone. */
  isFilled(): boolean
}
