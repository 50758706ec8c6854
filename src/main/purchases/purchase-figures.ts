import { addDecimals, fromUnits, type Decimal } from '../../shared/money.ts'
import { isUnpaidForGood } from '../../shared/purchases/state.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { NATIVE_DECIMALS } from '../chain/guard/native-coin.ts'
import { payStep, type DeliveryDetails, type PurchaseRecord } from './purchase-record.ts'
import { toPurchaseRow } from './purchase-view.ts'

/** What bookkeeping needs of a purchase. */
export interface PurchaseFigures {
  readonly row: PurchaseRowView
  /** Coins that left the wallet, or may still leave; null if they never did. */
  readonly paid: Decimal | null
  /** Coins that came back as its refund so far; null for none. */
  readonly refunded: Decimal | null
  /** The network fees known so far for all its steps, in the native coin; null before the first is known. */
  readonly networkFee: Decimal | null
  readonly nativeSymbol: string
  readonly paymentHash: string | null
  /** The service's own id for it. */
  readonly transactionId: string | null
}

/** Returns the figures of a purchase; `delivery` is null if it cannot be read. */
export function figuresOf(record: PurchaseRecord, delivery: DeliveryDetails | null): PurchaseFigures {
  const { terms, state, steps, spend, refunds } = record
  const pay = payStep(record)
  const fees = steps.flatMap(({ feeUnits }) => (feeUnits === null ? [] : [fromUnits(feeUnits, NATIVE_DECIMALS)]))
  const refunded = refunds.reduce((sum, { units }) => sum + units, 0n)
  return {
    row: toPurchaseRow(record, delivery),
    paid: isUnpaidForGood(state) ? null : fromUnits(terms.payment.units, terms.token.decimals),
    refunded: refunds.length === 0 ? null : fromUnits(refunded, terms.token.decimals),
    networkFee: fees.length === 0 ? null : addDecimals(fees),
    nativeSymbol: terms.network.nativeSymbol,
    paymentHash: pay.minedHash ?? pay.signed.at(-1)?.hash ?? null,
    transactionId: spend?.transactionId ?? null,
  }
}
