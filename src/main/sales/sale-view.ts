import { subtractDecimals } from '../../shared/money.ts'
import type { SaleView } from '../../shared/sales/views.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import type { Sale } from './sales-repository.ts'

/** Returns the view of a sale; `bought` is its purchase, null if nothing was ever paid. */
export function toSaleView(sale: Sale, bought: PurchaseRowView | null): SaleView {
  const { purchaseId, number, shift, by, product, currency, price, given, printed, returned } = sale
  return {
    purchaseId,
    number,
    shift,
    by,
    product,
    currency,
    price,
    given,
    printed,
    at: new Date(sale.at).toISOString(),
    reference: bought?.reference ?? null,
    change: subtractDecimals(given, price),
    status: bought?.status ?? 'not-sold',
    refundedCash: returned && refundOf(returned),
    owed: returned === null && isOwed(bought),
  }
}

function refundOf({ at, by, reason, note, delivered }: NonNullable<Sale['returned']>): SaleView['refundedCash'] {
  return { at: new Date(at).toISOString(), by, reason, note, delivered }
}

/**
 * Returns whether the customer is owed the cash: nothing was paid and nothing can be any more, or the service failed to deliver. It does
 * not depend on the refund of the coins.
 */
function isOwed(bought: PurchaseRowView | null): boolean {
  if (bought === null) return true
  const { status, attention } = bought
  return (
    ['not-paid', 'failed', 'refunded'].includes(status) ||
    attention === 'refund-missing' ||
    attention === 'refund-possible'
  )
}
