import type { RouteLocationRaw } from 'vue-router'
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
