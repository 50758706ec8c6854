import { feeActionsAt, usefulFeeActions } from '../../../app/fee/fee-actions.ts'
import { compareDecimals } from '../../../../shared/money.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'

export type PurchaseAction =
  | 'retry'
  | 'report'
  | 'correct'
  | 'speed-up'
  | 'cancel'
  | 'acknowledge'
  | 'is-refund'
  | 'is-part'
  | 'not-refund'
  | 'waive'
  | 'give-up'
  | 'proof'
  | 'again'

type ActionInput = Pick<
  PurchaseView,
  | 'status'
  | 'attention'
  | 'refund'
  | 'ended'
  | 'feeActions'
  | 'networkTrouble'
  | 'waitingFor'
  | 'createdAt'
  | 'registration'
  | 'retriedBy'
  | 'totalAmount'
  | 'externalAsked'
>

/** Returns what the user can do with a purchase at `now` (epoch ms), the likeliest action first. */
export function actionsFor(purchase: ActionInput, now: number): PurchaseAction[] {
  const { status, attention, refund, ended, networkTrouble, registration, retriedBy, waitingFor } = purchase
  const isRefused = registration.state === 'rejected'
  switch (attention) {
    case 'payment-dropped':
      if (waitingFor?.what === 'proof') return ['retry', 'report', 'proof']
      // While the network accepts nothing, checking again comes first.
      return networkTrouble === null
        ? [...usefulFeeActions(purchase), 'retry', 'proof']
        : ['retry', ...usefulFeeActions(purchase), 'proof']
    case 'registration-rejected':
      if (!isRefused) return isOtherAmount(purchase) ? ['proof', 'retry'] : ['retry', 'proof']
      return isOtherAmount(purchase) ? ['proof', 'retry', 'give-up'] : ['correct', 'retry', 'proof', 'give-up']
    case 'registration-unanswered':
      // The same key would get the same answer.
      if (registration.keyRefused) return ['correct', 'retry', 'proof']
      return registration.unclear ? ['retry', 'correct', 'proof'] : ['retry', 'proof']
    case 'other-payment-mined':
      return isRefused && refund.state === 'none' ? ['correct', 'acknowledge', 'proof'] : ['acknowledge', 'proof']
    case 'registered-differently':
      return ['acknowledge', 'proof']
    case 'refund-missing':
      return ['retry', 'waive', 'proof']
    case 'refund-possible':
      return canBePart(refund)
        ? ['is-refund', 'is-part', 'not-refund', 'waive', 'proof']
        : ['is-refund', 'not-refund', 'waive', 'proof']
    case 'registration-refused-access':
    case 'chain-changed':
    case 'delivery-late':
    case 'payment-not-final':
      return ['retry', 'proof']
    case null:
  }
  if (status === 'not-paid' && retriedBy.length > 0) return []
  if (status === 'failed') return refund.state === 'none' ? ['retry', 'waive', 'proof'] : ['again', 'proof']
  if (ended || status === 'delivered') return ['again']
  return ['retry', ...feeActionsAt(purchase, now)]
}

/** Returns whether another wallet paid another amount than it was asked for: the service judges it, and no correction changes it. */
export function isOtherAmount({
  totalAmount,
  externalAsked,
}: Pick<PurchaseView, 'totalAmount' | 'externalAsked'>): boolean {
  return externalAsked !== null && compareDecimals(externalAsked, totalAmount) !== 0
}

/** Returns whether the service has not yet taken another amount than it asked for: it may refuse it, and keep the coins. */
export function mayRefuseAmount(
  purchase: Pick<PurchaseView, 'status' | 'totalAmount' | 'externalAsked' | 'registration'>,
): boolean {
  const { status, registration } = purchase
  return isOtherAmount(purchase) && status === 'on-its-way' && registration.state !== 'registered'
}

/** Returns whether the transfer in question may be only a part of the refund. */
function canBePart({ possible, missing }: PurchaseView['refund']): boolean {
  return possible !== null && possible.count === 1 && compareDecimals(possible.amount, missing) < 0
}
