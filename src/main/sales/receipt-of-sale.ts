import type { SaleView } from '../../shared/sales/views.ts'
import type { SaleReceipt, ReceiptState } from '../../shared/receipts/receipt-views.ts'
import { isSentAsCode } from '../../shared/catalog/product-kind.ts'
import { receiptCode } from '../../shared/sales/receipt-code.ts'
import { parsePhone } from '../people/parse-phone.ts'

/**
 * Returns the receipt of a sale. It names no payment: a block explorer would show customers and clerks all that the shop's wallet holds.
 * `codes` is null if the user who prints it may not see them.
 */
export function receiptOfSale(
  sale: SaleView,
  productType: string,
  serviceReference: string | null,
  codes: SaleReceipt['codes'] | null = [],
): SaleReceipt {
  const { number, at, by, product, reference, currency, price, given, change, refundedCash, printed } = sale
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
    serviceReference,
    refundedCash: refundedCash && price,
    codes: codes ?? [],
    bringsCode: codes !== null && isSentAsCode({ productType }),
    instructions: null,
    qr: receiptCode(sale.purchaseId),
    isReprint: printed,
  }
}

/** Groups the digits of a phone number; returns anything else unchanged. */
function grouped(reference: string): string {
  return (reference.startsWith('+') && parsePhone(reference)?.formatInternational()) || reference
}

function stateOf({ status, refundedCash, owed }: SaleView): ReceiptState {
  if (refundedCash !== null) return refundedCash.delivered ? 'given-back' : 'refunded'
  if (owed) return 'failed'
  return status === 'delivered' ? 'delivered' : 'on-its-way'
}
