import type { VariantView } from '../../../shared/catalog/variant-views.ts'

type Reach = Pick<VariantView, 'supportedCountries'>

/** Returns the first of `destinations` (ISO alpha-2) where a product for several countries works; null for another product. */
export function destinationIn({ supportedCountries }: Reach, destinations: readonly string[]): string | null {
  if (supportedCountries.length < 2) return null
  return destinations.find((iso2) => supportedCountries.includes(iso2)) ?? null
}
