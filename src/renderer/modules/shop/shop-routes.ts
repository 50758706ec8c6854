import type { RouteLocationRaw } from 'vue-router'
import type { BrandTileView } from '../../../shared/catalog/views.ts'
import type { VariantView } from '../../../shared/catalog/variant-views.ts'
import { destinationIn } from '../../app/countries/destination.ts'

/**
 * Returns the route to a product's checkout. That of a product for several countries names the first of `destinations` (ISO alpha-2) where
 * it works.
 */
export function checkoutRoute(
  product: Pick<VariantView, 'sku' | 'supportedCountries'>,
  destinations: readonly string[],
): RouteLocationRaw {
  const country = destinationIn(product, destinations)
  return { name: 'checkout', params: { sku: product.sku }, query: country === null ? {} : { country } }
}

/** Returns the page of a brand, in the first of `destinations` (ISO alpha-2) where it sells anything, or in the only one. */
export function brandRoute(
  { slug, countries }: Pick<BrandTileView, 'slug' | 'countries'>,
  destinations: readonly string[],
): RouteLocationRaw {
  const [first, ...others] = destinations
  const country = destinations.find((iso2) => countries.includes(iso2)) ?? (others.length === 0 ? first : undefined)
  return { name: 'brand', params: { slug }, query: country === undefined ? {} : { country } }
}
