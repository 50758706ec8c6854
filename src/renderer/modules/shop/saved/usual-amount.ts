import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import type { RequestOutput } from '../../../../shared/contract.ts'
import type { RecentPurchaseView } from '../../../../shared/purchases/views.ts'

export type TypedAmount = NonNullable<RequestOutput<'catalog.search'>['amount']>

/**
 * Returns the product of the usual kind whose price is nearest to an amount, the lower of two; null if none is sold in its currency. An
 * amount without a currency is in that of the usual product.
 */
export function nearestToUsual(
  variants: readonly VariantView[],
  usual: RecentPurchaseView,
  { value, currencies }: TypedAmount,
): VariantView | null {
  const meant = currencies ?? [usual.fiatCurrency]
  const away = ({ price }: VariantView): number => Math.abs(Number(price.fiatValue) - value)
  const [nearest] = variants
    .filter(({ productType, price }) => productType === usual.productType && meant.includes(price.fiatCurrency))
    .toSorted((a, b) => away(a) - away(b) || Number(a.price.fiatValue) - Number(b.price.fiatValue))
  return nearest ?? null
}
