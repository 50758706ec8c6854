import type { SaleView } from '../../shared/sales/views.ts'
import type { SaleReceipt, ReceiptState } from '../../shared/receipts/receipt-views.ts'
import type { PurchaseView } from '../../shared/purchases/views.ts'
import { parsePhone } from '../catalog/parse-phone.ts'

/** Returns the receipt of a sale; `bought` is its purchase, null if nothing was ever paid. */
export function receiptOfSale(sale: SaleView, bought: PurchaseView | null): SaleReceipt {
  const { number, at, by, product, reference, currency, price, given, change, refundedCash, printed } = sale
  const step = bought?.steps.find(({ kind }) => kind === 'pay')
  return {
    product,
    currency,
    price,
    change,
    soldAt: at,
    clerk: by,
    cashGiven: given,
    number: String(number),
    reference: reference && grouped(reference),
    state: stateOf(sale),
    refundedCash: refundedCash && price,
    // The service delivers to the reference and returns no codes.
    codes: [],
    instructions: null,
    paymentHash: step?.hash ?? null,
    qr: step?.explorerUrl ?? step?.hash ?? null,
    isReprint: printed,
  }
}

/** Groups the digits of a phone number; returns anything else unchanged. */
function grouped(reference: string): string {
  return (reference.startsWith('+') && parsePhone(reference)?.formatInternational()) || reference
}

function stateOf({ status, refundedCash, owed }: SaleView): ReceiptState {
  if (refundedCash !== null) return 'refunded'
  if (owed) return 'failed'
  return status === 'delivered' ? 'delivered' : 'on-its-way'
}
