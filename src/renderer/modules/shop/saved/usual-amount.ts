import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import type { RequestOutput } from '../../../../shared/contract.ts'
import type { RecentPurchaseView } from '../../../../shared/purchases/views.ts'

export type TypedAmount = NonNullable<RequestOutput<'catalog.search'>['amount']>

/**
 * Returns the product of the usual kind that costs an amount, or the nearest ones below and above it; none if nothing is sold in its
 * currency. An amount without a currency is in that of the usual product.
 */
export function nearestToUsual(
  variants: readonly VariantView[],
  usual: RecentPurchaseView,
  { value, currencies }: TypedAmount,
): readonly VariantView[] {
  const meant = currencies ?? [usual.fiatCurrency]
  const priceOf = ({ price }: VariantView): number => Number(price.fiatValue)
  const sold = variants
    .filter(({ productType, price }) => productType === usual.productType && meant.includes(price.fiatCurrency))
    .toSorted((a, b) => priceOf(a) - priceOf(b))
  const exact = sold.find((one) => priceOf(one) === value)
  if (exact) return [exact]
  const nearest = [sold.findLast((one) => priceOf(one) < value), sold.find((one) => priceOf(one) > value)]
  return nearest.filter((one) => one !== undefined)
}
