import { compareDecimals, multiplyDecimals, type Decimal } from '../../../shared/money.ts'
import { isDollar, isDollarName, isSameSymbol } from '../../../shared/networks/coin-names.ts'

/** The catalog's price of a product. */
export interface CatalogPrice {
  readonly symbol: string
  readonly amount: Decimal
}

/** A total compared with the catalog's price. */
export type PriceVerdict = 'usual' | 'above' | 'far-above'

/** Above this ratio a person must type the total. */
const TYPED_ABOVE: Decimal = '1.25'
const REFUSED_ABOVE: Decimal = '3'

/**
 * Compares a quote's total with the catalog's price in the same coin, or in another dollar: `above` by more than a quarter, `far-above` by
 * more than three times, `usual` otherwise. A price that is missing, not positive or in another coin is not compared. Pure.
 */
export function judgePrice(
  listed: CatalogPrice | null,
  { symbol, total }: { readonly symbol: string; readonly total: Decimal },
): PriceVerdict {
  if (listed === null || compareDecimals(listed.amount, '0') <= 0) return 'usual'
  const areDollars = isPricedInDollars(listed) && isDollarName(symbol)
  if (!areDollars && !isSameSymbol(listed.symbol, symbol)) return 'usual'
  if (compareDecimals(total, multiplyDecimals(listed.amount, REFUSED_ABOVE)) > 0) return 'far-above'
  return compareDecimals(total, multiplyDecimals(listed.amount, TYPED_ABOVE)) > 0 ? 'above' : 'usual'
}

/** The field is optional: without a name the price is in dollars. */
function isPricedInDollars({ symbol }: CatalogPrice): boolean {
  return symbol.trim() === '' || isDollar(symbol)
}
