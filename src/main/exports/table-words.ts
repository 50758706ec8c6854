import type { PersonStatus } from '../../shared/purchases/state.ts'
import type { RegisterOutcome } from '../../shared/registers/outcomes.ts'
import type { RefundReason } from '../../shared/sales/refund-reasons.ts'
import type { SingleStepState } from '../../shared/transactions/single-step-views.ts'

/** Columns of amounts, whose decimal sign is the spreadsheet's. */
export const amountColumns = [
  'price',
  'given',
  'change',
  'cost',
  'margin',
  'amount',
  'serviceFee',
  'paid',
  'about',
  'paidAmount',
  'networkFee',
  'networkFeeL1',
  'refunded',
  'costLost',
  'marginLost',
  'float',
  'soldTotal',
  'refundTotal',
  'paidIn',
  'paidOut',
  'expected',
  'counted',
  'difference',
  'quantity',
] as const
/** Columns of Till's own words. */
export const wordColumns = ['kind', 'type', 'status', 'outcome', 'differs', 'refundReason', 'refundReasons'] as const
/** Columns of times. */
export const timeColumns = ['at', 'soldAt', 'refundedAt', 'openedAt', 'closedAt', 'boughtAt'] as const
/** Columns that are the same in every language. */
type PlainColumn =
  | 'id'
  | 'product'
  | 'country'
  | 'sku'
  | 'to'
  | 'person'
  | 'currency'
  | 'aboutCurrency'
  | 'coin'
  | 'network'
  | 'networkFeeCoin'
  | 'account'
  | 'paymentHash'
  | 'transactionId'
  | 'refundHashes'
  | 'sale'
  | 'tags'
  | 'note'
  | 'number'
  | 'shift'
  | 'clerk'
  | 'clerkId'
  | 'reference'
  | 'paidCoin'
  | 'refundedBy'
  | 'refundedShift'
  | 'refundNote'
  | 'report'
  | 'soldCount'
  | 'refundCount'
  | 'counts'
  | 'recounts'
  | 'countNote'
  | 'openings'
  | 'payments'
  | 'paymentsOnChain'
  | 'chainId'
export type ColumnName = (typeof amountColumns | typeof wordColumns | typeof timeColumns)[number] | PlainColumn

type Value =
  | 'purchase'
  | 'transfer'
  | 'claim'
  | 'revocation'
  | 'elsewhere'
  | 'unused'
  | 'topup'
  | 'gift_card'
  | 'voucher'
  | 'esim'
  | 'data'
  | 'bill'
  | 'damaged'
  | 'not-sold'
  | 'even'
  | 'over'
  | 'short'
  | PersonStatus
  | RegisterOutcome
  | SingleStepState
  | RefundReason

/** The words of exported tables, in one language. */
export interface TableWords {
  readonly columns: Readonly<Record<ColumnName, string>>
  /** What else stands in `wordColumns` is the service's own word. */
  readonly values: Readonly<Record<Value, string>>
  /** The headings of a table of people. */
  readonly people: Readonly<Record<'name' | 'phones' | 'emails' | 'addresses' | 'colour', string>>
}
