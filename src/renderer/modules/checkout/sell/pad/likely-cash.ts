import { compareDecimals, multiplyDecimals, roundUp, type Decimal } from '../../../../../shared/money.ts'
import { denominationsOf } from '../../../../../shared/sales/denominations.ts'

/** Notes and coins of most currencies, where the currency's own are not known. */
const common: readonly Decimal[] = ['1', '5', '10', '20', '50', '100', '200', '500', '1000', '10000', '50000']
/** Besides the exact price. */
const MAX_AMOUNTS = 5
/** Nobody pays 90 with 10,000. */
const TIMES = '10'

/** Returns the notes and whole coins of a currency. Nobody rounds up by a few cents. */
function piecesOf(currency: string): readonly Decimal[] {
  const own = denominationsOf(currency)
  return own === null ? common : [...own.coins, ...own.bills].filter((piece) => compareDecimals(piece, '1') >= 0)
}

/**
 * Returns what a customer is likely to hand over for `price`: the exact amount, then, the least first, the price rounded up to the
 * currency's notes and coins. Where there are too many, the smallest are left out: they are small change.
 */
export function likelyCash(price: Decimal, currency: string): Decimal[] {
  const most = multiplyDecimals(price, TIMES)
  const rounded = piecesOf(currency)
    .map((piece) => roundUp(price, piece))
    .filter((amount) => compareDecimals(amount, price) > 0 && compareDecimals(amount, most) <= 0)
  return [price, ...[...new Set(rounded)].sort(compareDecimals).slice(-MAX_AMOUNTS)]
}
