import type { Address, Hash } from 'viem'
import { fromUnits, type Decimal } from '../../shared/money.ts'
import { isUnpaidForGood } from '../../shared/purchases/state.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { NATIVE_DECIMALS } from '../chain/guard/native-coin.ts'
import type { StepRecord } from '../engine/steps/step-record.ts'
import { payStep, type DeliveryDetails, type PurchaseRecord } from './purchase-record.ts'
import { toPurchaseRow } from './purchase-view.ts'

/** What bookkeeping needs of a purchase. */
export interface PurchaseFigures {
  readonly row: PurchaseRowView
  /** The account that paid. */
  readonly from: Address
  /** The service's fee, in coins: a part of the total. */
  readonly serviceFee: Decimal
  /** Coins that left the wallet, or may still leave; null if they never did. */
  readonly paid: Decimal | null
  /** Coins that came back as its refund so far; null for none. */
  readonly refunded: Decimal | null
  readonly refundHashes: readonly Hash[]
  /** The network fees known so far for all its steps, in the native coin; null before the first is known. */
  readonly networkFee: Decimal | null
  /** The part of these fees that rollups charged in addition to gas; null if it is not known of each. */
  readonly networkFeeL1: Decimal | null
  readonly nativeSymbol: string
  readonly paymentHash: string | null
  /** The service's own id for it. */
  readonly transactionId: string | null
}

/** Returns the figures of a purchase; `delivery` is null if it cannot be read. */
export function figuresOf(record: PurchaseRecord, delivery: DeliveryDetails | null): PurchaseFigures {
  const { terms, state, steps, spend, refunds } = record
  const pay = payStep(record)
  const refunded = refunds.reduce((sum, { units }) => sum + units, 0n)
  return {
    row: toPurchaseRow(record, delivery),
    from: record.from,
    serviceFee: terms.quote.feeAmount,
    paid: isUnpaidForGood(state) ? null : fromUnits(terms.payment.units, terms.token.decimals),
    refunded: refunds.length === 0 ? null : fromUnits(refunded, terms.token.decimals),
    refundHashes: [...new Set(refunds.map(({ hash }) => hash))],
    ...networkFeesOf(steps),
    nativeSymbol: terms.network.nativeSymbol,
    paymentHash: pay.minedHash ?? pay.signed.at(-1)?.hash ?? null,
    transactionId: spend?.transactionId ?? null,
  }
}

/** Adds up the network fees of steps that are known so far, and their L1 parts. */
export function networkFeesOf(
  steps: readonly Pick<StepRecord, 'feeUnits' | 'l1FeeUnits'>[],
): Pick<PurchaseFigures, 'networkFee' | 'networkFeeL1'> {
  const charged = steps.filter(({ feeUnits }) => feeUnits !== null)
  const isKnown = charged.length > 0 && charged.every(({ l1FeeUnits }) => l1FeeUnits !== null)
  const sum = (of: 'feeUnits' | 'l1FeeUnits'): Decimal =>
    fromUnits(
      charged.reduce((units, step) => units + (step[of] ?? 0n), 0n),
      NATIVE_DECIMALS,
    )
  return { networkFee: charged.length === 0 ? null : sum('feeUnits'), networkFeeL1: isKnown ? sum('l1FeeUnits') : null }
}
