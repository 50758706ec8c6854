import { compareDecimals, scaleUp, type Decimal } from '../../../../shared/money.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { spentFees } from './spent-fees.ts'
import { totalWithFee } from '../../../app/formats/total-with-fee.ts'

/** Returns about what a purchase cost with its fees, in the currency of its price and by its own rate; null if no fee was added. */
export function totalInFiat(
  purchase: Pick<PurchaseView, 'fiatAmount' | 'assetAmount' | 'totalAmount' | 'paysNative' | 'steps'>,
): Decimal | null {
  const { fiatAmount, assetAmount, totalAmount, paysNative } = purchase
  const { amount } = totalWithFee(totalAmount, spentFees(purchase), paysNative)
  const hasRate = compareDecimals(assetAmount, '0') > 0
  return hasRate && compareDecimals(amount, assetAmount) > 0 ? scaleUp(amount, fiatAmount, assetAmount) : null
}
