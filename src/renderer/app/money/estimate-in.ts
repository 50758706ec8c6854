import type { Decimal } from '../../../shared/money.ts'
import { isDollar } from '../../../shared/networks/coin-names.ts'

/** Returns the estimate of a catalog price: in the coin `symbol` if both are dollar coins, else in the catalog's own coin. */
export function estimateIn(
  symbol: string,
  price: { readonly stableCoinCurrency: string; readonly stableCoinValue: Decimal },
): { readonly amount: Decimal; readonly symbol: string } {
  const isSame = isDollar(symbol) && isDollar(price.stableCoinCurrency)
  return { amount: price.stableCoinValue, symbol: isSame ? symbol : price.stableCoinCurrency }
}
