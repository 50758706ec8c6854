import type { Cell } from '../../shared/csv.ts'
import { subtractDecimals } from '../../shared/money.ts'
import type { ReferenceForm } from '../../shared/sales/export.ts'
import { maskRecipient, zonedTime } from '../exports/record-values.ts'
import type { PurchaseFigures } from '../purchases/purchase-figures.ts'
import type { Sale } from './sales-repository.ts'

export const saleColumns = [
  'number',
  'soldAt',
  'shift',
  'clerk',
  'clerkId',
  'product',
  'sku',
  'reference',
  'currency',
  'price',
  'given',
  'change',
  'cost',
  'margin',
  'paidAmount',
  'paidCoin',
  'serviceFee',
  'network',
  'networkFee',
  'networkFeeCoin',
  'paymentHash',
  'transactionId',
  'outcome',
  'refundedAt',
  'refundedBy',
  'refundedShift',
  'refundReason',
  'refundNote',
  'costLost',
] as const
/** A sale as exported. A null clerk is the manager; any other null is unknown, or not known yet. */
export type SaleRecord = Readonly<Record<(typeof saleColumns)[number], Cell>>

/**
 * Returns the full record of a sale; `bought` is its purchase, null if nothing was ever paid. A refunded sale earned nothing;
 * one refunded in its own shift cost nothing either, as in the shift's report. If it was delivered, its cost is lost.
 */
export function toSaleRecord(sale: Sale, bought: PurchaseFigures | null, references: ReferenceForm): SaleRecord {
  const { number, shift, by, clerkId, product, sku, currency, price, given, cost, returned } = sale
  const reference = bought?.row.reference ?? null
  const isUndone = returned?.shift === shift
  const isPaid = bought !== null && bought.paid !== null
  return {
    number,
    soldAt: zonedTime(sale.at),
    shift,
    clerk: by,
    clerkId,
    product,
    sku,
    reference: reference !== null && references === 'masked' ? maskRecipient(reference) : reference,
    currency,
    price,
    given,
    change: subtractDecimals(given, price),
    cost: isUndone ? '0' : cost,
    margin: returned === null ? subtractDecimals(price, cost) : '0',
    paidAmount: isPaid ? bought.paid : null,
    paidCoin: isPaid ? bought.row.tokenSymbol : null,
    serviceFee: isPaid ? bought.serviceFee : null,
    network: bought?.row.networkName ?? null,
    networkFee: bought?.networkFee ?? null,
    networkFeeCoin: bought?.networkFee ? bought.nativeSymbol : null,
    paymentHash: bought?.paymentHash ?? null,
    transactionId: bought?.transactionId ?? null,
    outcome: bought?.row.status ?? 'not-sold',
    refundedAt: returned && zonedTime(returned.at),
    refundedBy: returned && returned.by,
    refundedShift: returned && returned.shift,
    refundReason: returned && returned.reason,
    refundNote: returned && returned.note,
    costLost: returned?.delivered ? cost : '0',
  }
}

/** Returns the record of a sale whose drawer must still be counted blind: without the amounts that add up to the expected cash. */
export function hideAmounts(record: SaleRecord): SaleRecord {
  return {
    ...record,
    price: null,
    given: null,
    change: null,
    cost: null,
    margin: null,
    paidAmount: null,
    serviceFee: null,
    costLost: null,
  }
}
