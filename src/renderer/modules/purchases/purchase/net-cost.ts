import { addDecimals, compareDecimals, subtractDecimals, type Decimal } from '../../../../shared/money.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { totalWithFee } from '../../../app/formats/total-with-fee.ts'
import { spentFees } from './spent-fees.ts'

interface NetCost {
  /** In the price's coin; null if all of it came back. */
  readonly amount: Decimal | null
  /** In the native coin; null if the amount includes it. */
  readonly fee: Decimal | null
}

/** Returns what a refunded purchase cost in the end, with the fees of payments and claims; null while a part of it is unknown. */
export function netCost(
  purchase: Pick<PurchaseView, 'refund' | 'totalAmount' | 'paysNative' | 'steps'>,
): NetCost | null {
  const { refund, totalAmount, paysNative } = purchase
  const claims = refund.parts.filter(({ evidence }) => evidence === 'claim').map(({ claimFee }) => claimFee)
  const fees = [spentFees(purchase), ...claims].filter((fee) => fee !== null)
  if (refund.state !== 'seen' || refund.amount === null || fees.length <= claims.length) return null
  if (compareDecimals(refund.amount, totalAmount) > 0) return null
  const kept = subtractDecimals(totalAmount, refund.amount)
  const { amount, separateFee } = totalWithFee(kept, addDecimals(fees), paysNative)
  return { amount: compareDecimals(amount, '0') === 0 ? null : amount, fee: separateFee }
}
