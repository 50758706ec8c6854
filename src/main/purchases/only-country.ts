import type { PurchaseRowView } from '../../shared/purchases/views.ts'

/** Returns the country of a product (ISO alpha-2); null if it works in several. Pure. */
export function onlyCountryOf({
  country,
  countryCount,
}: Pick<PurchaseRowView, 'country' | 'countryCount'>): string | null {
  return (countryCount ?? 1) > 1 ? null : country
}
