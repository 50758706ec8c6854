import type { VariantView } from '../../../../shared/catalog/variant-views.ts'

/** Returns the phone number typed into the search, if the product can be sent to its country; else ''. */
export function carriedTo(
  { reference, country, supportedCountries }: VariantView,
  carried: { readonly country: string; readonly number: string } | null,
): string {
  const usable = [country, ...supportedCountries].filter(Boolean)
  if (reference?.kind !== 'phone' || carried === null) return ''
  // A product without countries is sold in all of them.
  return usable.length === 0 || usable.includes(carried.country) ? carried.number : ''
}
