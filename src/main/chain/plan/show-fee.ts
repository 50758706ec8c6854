import { fromUnits, type Decimal } from '../../../shared/money.ts'
import type { Chain } from '../chain.ts'
import { NATIVE_DECIMALS } from '../guard/native-coin.ts'
import { PRICE_DECIMALS } from '../read/price/price-of-round.ts'

/** Returns a network fee as it is shown: in the native coin, and about what that is in dollars at `now`. */
export function showFee(
  chain: Pick<Chain, 'coinPrice'>,
  units: bigint,
  now: number,
): { readonly networkFeeAtMost: Decimal; readonly networkFeeInDollars: Decimal | null } {
  const price = chain.coinPrice(now)
  return {
    networkFeeAtMost: fromUnits(units, NATIVE_DECIMALS),
    networkFeeInDollars: price === null ? null : fromUnits(units * price, NATIVE_DECIMALS + PRICE_DECIMALS),
  }
}
