import type { RouteLocationRaw } from 'vue-router'
import type { BrandTileView } from '../../../../shared/catalog/views.ts'

/** Returns the page of a brand, in `country` (ISO alpha-2) if the search names one. */
export function brandRoute({ slug }: Pick<BrandTileView, 'slug'>, country: string | null): RouteLocationRaw {
  return { name: 'brand', params: { slug }, query: country ? { country } : {} }
}
