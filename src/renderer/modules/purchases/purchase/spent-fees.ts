import { addDecimals, type Decimal } from '../../../../shared/money.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'

/** Returns the network fees of all steps, in the native coin; null while none is known. */
export function spentFees({ steps }: Pick<PurchaseView, 'steps'>): Decimal | null {
  const fees = steps.flatMap(({ networkFee }) => (networkFee === null ? [] : [networkFee]))
  return fees.length === 0 ? null : addDecimals(fees)
}
