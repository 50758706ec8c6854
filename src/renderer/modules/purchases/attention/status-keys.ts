import { deliveryOf } from '../../../../shared/purchases/state.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { isOtherAmount, mayRefuseAmount } from '../purchase/actions.ts'
import { knownKeys } from './attention-keys.ts'
import { isConfirmed, payState } from '../purchase/outcome.ts'
import { isSentAsCode } from '../../../../shared/catalog/product-kind.ts'
import { spentFees } from '../purchase/spent-fees.ts'

/** Returns the message keys for the state of a purchase. */
export function statusKeys(purchase: PurchaseView): string[] {
  switch (purchase.status) {
    case 'paying':
    case 'on-its-way':
      return [moneyKey(purchase), ...registrationKeys(purchase)]
    case 'delivered':
      return isSentAsCode(purchase) ? [] : ['outcome.delivered']
    case 'failed':
      return [failedKey(purchase)]
    case 'refunded':
      return [refundedKey(purchase)]
    case 'not-paid':
      return spentFees(purchase) === null ? [unpaidKey(purchase)] : [unpaidKey(purchase), 'outcome.onlyFee']
    case 'needs-you':
      return knownKeys(purchase)
  }
}

/** Only a payment that a node showed is called paid. */
function moneyKey(purchase: PurchaseView): string {
  if (purchase.isPaidAsReported) return 'outcome.asReported'
  const isConfirmedNow = isConfirmed(purchase)
  if (purchase.externalAsked === null) return isConfirmedNow ? 'outcome.paid' : 'outcome.unconfirmed'
  if (!isConfirmedNow) return 'outcome.unconfirmedElsewhere'
  return isOtherAmount(purchase) ? 'outcome.paidOther' : 'outcome.paid'
}

function registrationKeys(purchase: PurchaseView): string[] {
  const { state, unclear, lastError } = purchase.registration
  if (mayRefuseAmount(purchase)) {
    if (state === 'rejected' || lastError === 'service-rejected') return ['outcome.refusedOther']
    return unclear ? ['outcome.reportingOther', 'outcome.unclear'] : ['outcome.reportingOther']
  }
  if (state === 'registered') return ['outcome.registered']
  if (state === 'rejected') return ['outcome.refused']
  if (unclear) return ['outcome.unclear']
  if (purchase.isPaidAsReported) return ['outcome.reportingUnconfirmed']
  return isConfirmed(purchase) ? ['outcome.reporting'] : []
}

function failedKey(purchase: PurchaseView): string {
  if (purchase.registration.state === 'rejected') return 'outcome.refusedWaived'
  if (purchase.refund.state === 'waived') return 'outcome.failedWaived'
  if (purchase.isPaidAsReported || !isConfirmed(purchase)) return 'outcome.failedUnconfirmed'
  if (purchase.refund.parts.length > 0) return 'outcome.failedPart'
  return purchase.service.status?.toUpperCase() === 'REFUNDED' ? 'outcome.failedSaysRefunded' : 'outcome.failed'
}

function refundedKey({ refund, service }: PurchaseView): string {
  if (!service.status) return 'outcome.refundedUnsaid'
  // Any status may follow any, but a refund that arrived stays a refund.
  if (deliveryOf(service.status) !== 'failed') return 'outcome.refundedMoved'
  if (refund.parts.length > 1) return 'outcome.refundedParts'
  if (refund.parts[0]?.evidence === 'claim') return 'outcome.refundedByClaim'
  if (refund.parts[0]?.evidence === 'person') return 'outcome.refundedAsReported'
  return Number(refund.missing) > 0 ? 'outcome.refundedLess' : 'outcome.refunded'
}

function unpaidKey(purchase: PurchaseView): string {
  const state = payState(purchase)
  if (state === 'cancelled') return 'outcome.cancelled'
  return state === 'superseded' ? 'outcome.superseded' : 'outcome.notPaid'
}
