import type { VariantView } from '../../../../shared/catalog/variant-views.ts'

/** A number that a search found, with its country (ISO alpha-2). */
export interface SearchedNumber {
  readonly country: string
  readonly number: string
}

/** Returns the phone number typed into the search, if the product can be sent to its country; else ''. */
export function carriedTo(
  { reference, country, supportedCountries }: VariantView,
  carried: SearchedNumber | null,
): string {
  const usable = [country, ...supportedCountries].filter(Boolean)
  if (reference?.kind !== 'phone' || carried === null) return ''
  // A product without countries is sold in all of them.
  return usable.length === 0 || usable.includes(carried.country) ? carried.number : ''
}
