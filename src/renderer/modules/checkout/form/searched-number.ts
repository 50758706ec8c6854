import type { VariantView } from '../../../../shared/catalog/variant-views.ts'

/** A number that a search found, with its country (ISO alpha-2). */
export interface SearchedNumber {
  readonly country: string
  readonly number: string
}

/** Returns the number that was searched, if the product takes a phone number and can be sent to its country; else ''. */
export function searchedNumberFor(
  { reference, country, supportedCountries }: VariantView,
  searched: SearchedNumber | null,
): string {
  const usable = [country, ...supportedCountries].filter(Boolean)
  if (reference?.kind !== 'phone' || searched === null) return ''
  // A product without countries is sold in all of them.
  return usable.length === 0 || usable.includes(searched.country) ? searched.number : ''
}
