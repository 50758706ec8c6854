import { toUnits } from '../../../shared/money.ts'
import { insertCountedRefund } from './counted-refund-repository.ts'
import type { OwedRefund } from './judge-refund.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { CountedRefund, PurchaseRecord } from '../purchase-record.ts'
import { applyEvent } from '../purchase-repository.ts'

/** What tells how much of a purchase's payment is not refunded yet. */
export interface OwingPurchase {
  readonly id: string
  readonly terms: {
    readonly payment: Pick<PurchaseRecord['terms']['payment'], 'units'>
    readonly quote: Pick<PurchaseRecord['terms']['quote'], 'feeAmount'>
    readonly token: Pick<PurchaseRecord['terms']['token'], 'decimals'>
  }
  readonly refunds: readonly Pick<CountedRefund, 'units'>[]
}

/** Returns the part of a failed purchase's payment not yet refunded, in units of its coin; 0 if more was refunded than paid. */
export function owedTo({ id, terms, refunds }: OwingPurchase): OwedRefund {
  const came = refunds.reduce((sum, { units }) => sum + units, 0n)
  const { payment, quote, token } = terms
  const units = payment.units > came ? payment.units - came : 0n
  return { id, units, fee: feeUnits(quote.feeAmount, token.decimals) }
}

/**
 * Counts a transfer as a purchase's refund, or as a part of it if `isWhole` is false. `covers` names every purchase that the transfer
 * refunds. Throws if another purchase has the transfer.
 */
export function countRefund(
  context: Pick<PurchaseContext, 'ledger' | 'now' | 'onChanged'>,
  record: PurchaseRecord,
  refund: CountedRefund,
  { isWhole, covers = [record.id] }: { readonly isWhole: boolean; readonly covers?: readonly string[] },
): void {
  const { ledger, now, onChanged } = context
  applyEvent(ledger, record.id, { type: isWhole ? 'refund-seen' : 'refund-part' }, now(), {
    write: () => insertCountedRefund(ledger, record.id, refund, covers),
  })
  onChanged(record.id)
}

function feeUnits(amount: string, decimals: number): bigint {
  try {
    return toUnits(amount, decimals)
  } catch {
    // The quote had more decimals than the coin.
    return 0n
  }
}
