import { compareDecimals, subtractDecimals, type Decimal } from '../../../../shared/money.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { totalWithFee } from '../../../app/formats/total-with-fee.ts'
import { spentFees } from './spent-fees.ts'

interface NetCost {
  /** In the price's coin; null if all of it came back. */
  readonly amount: Decimal | null
  /** In the native coin; null if the amount includes it. */
  readonly fee: Decimal | null
}

/**
 * Returns what a refunded purchase cost in the end; null while a part of it is unknown. A claim has a network fee of its own, which the
 * purchase does not know.
 */
export function netCost(
  purchase: Pick<PurchaseView, 'refund' | 'totalAmount' | 'paysNative' | 'steps'>,
): NetCost | null {
  const { refund, totalAmount, paysNative } = purchase
  const fee = spentFees(purchase)
  const isClaimed = refund.parts.some(({ evidence }) => evidence === 'claim')
  if (refund.state !== 'seen' || refund.amount === null || fee === null || isClaimed) return null
  if (compareDecimals(refund.amount, totalAmount) > 0) return null
  const kept = subtractDecimals(totalAmount, refund.amount)
  const { amount, separateFee } = totalWithFee(kept, fee, paysNative)
  return { amount: compareDecimals(amount, '0') === 0 ? null : amount, fee: separateFee }
}
