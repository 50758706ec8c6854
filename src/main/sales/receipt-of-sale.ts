import type { SaleView } from '../../shared/sales/views.ts'
import type { SaleReceipt, ReceiptState } from '../../shared/receipts/receipt-views.ts'
import type { PurchaseView } from '../../shared/purchases/views.ts'
import { parsePhone } from '../catalog/parse-phone.ts'

/** What a sale's receipt tells; `bought` is its purchase, null where nothing was ever paid. */
export function receiptOfSale(sale: SaleView, bought: PurchaseView | null): SaleReceipt {
  const { number, at, by, product, reference, currency, price, given, change, givenBack, printed } = sale
  const step = bought?.steps.find(({ kind }) => kind === 'pay')
  return {
    ...{ product, currency, price, change, soldAt: at, clerk: by, cashGiven: given },
    number: String(number),
    reference: reference && grouped(reference),
    state: stateOf(sale),
    givenBack: givenBack && price,
    // What is delivered goes to the reference; the service tells no codes.
    ...{ codes: [], instructions: null },
    paymentHash: step?.hash ?? null,
    qr: step?.explorerUrl ?? step?.hash ?? null,
    isReprint: printed,
  }
}

/** A phone number in groups, as people read it out; anything else as it is. */
function grouped(reference: string): string {
  return (reference.startsWith('+') && parsePhone(reference)?.formatInternational()) || reference
}

function stateOf({ status, givenBack, owed }: SaleView): ReceiptState {
  if (givenBack !== null) return 'given-back'
  if (owed) return 'failed'
  return status === 'delivered' ? 'delivered' : 'on-its-way'
}
