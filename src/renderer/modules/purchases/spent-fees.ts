import { addDecimals, type Decimal } from '../../../shared/money.ts'
import type { PurchaseView } from '../../../shared/purchases/views.ts'

/** What the network has taken for every step of a purchase, in its own coin; null while nothing of that is known. */
export function spentFees({ steps }: Pick<PurchaseView, 'steps'>): Decimal | null {
  const fees = steps.flatMap(({ networkFee }) => (networkFee === null ? [] : [networkFee]))
  return fees.length === 0 ? null : addDecimals(fees)
}
