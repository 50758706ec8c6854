import { feeActionsAt, usefulFeeActions } from '../../../app/fee/fee-actions.ts'
import { compareDecimals } from '../../../../shared/money.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'

export type PurchaseAction =
  | 'check-now'
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
  | 'repeatedBy'
  | 'totalAmount'
  | 'externalAsked'
>

/** Returns what the user can do with a purchase at `now` (epoch ms), the likeliest action first. */
export function actionsFor(purchase: ActionInput, now: number): PurchaseAction[] {
  const { status, attention, refund, ended, networkTrouble, registration, repeatedBy, waitingFor } = purchase
  const isRefused = registration.state === 'rejected'
  switch (attention) {
    case 'payment-dropped':
      if (waitingFor?.what === 'proof') return ['check-now', 'report', 'proof']
      // While the network accepts nothing, checking again comes first.
      return networkTrouble === null
        ? [...usefulFeeActions(purchase), 'check-now', 'proof']
        : ['check-now', ...usefulFeeActions(purchase), 'proof']
    case 'registration-rejected':
      if (!isRefused) return isOtherAmount(purchase) ? ['proof', 'check-now'] : ['check-now', 'proof']
      return isOtherAmount(purchase) ? ['proof', 'check-now', 'give-up'] : ['correct', 'check-now', 'proof', 'give-up']
    case 'registration-unanswered':
      // The same key would get the same answer.
      if (registration.keyRefused) return ['correct', 'check-now', 'proof']
      return registration.unclear ? ['check-now', 'correct', 'proof'] : ['check-now', 'proof']
    case 'other-payment-mined':
      return isRefused && refund.state === 'none' ? ['correct', 'acknowledge', 'proof'] : ['acknowledge', 'proof']
    case 'registered-differently':
      return ['acknowledge', 'proof']
    case 'refund-missing':
      return ['check-now', 'waive', 'proof']
    case 'refund-possible':
      return canBePart(refund)
        ? ['is-refund', 'is-part', 'not-refund', 'waive', 'proof']
        : ['is-refund', 'not-refund', 'waive', 'proof']
    case 'registration-refused-access':
    case 'chain-changed':
    case 'delivery-late':
    case 'payment-not-final':
      return ['check-now', 'proof']
    case null:
  }
  if (status === 'not-paid' && repeatedBy.length > 0) return []
  if (status === 'failed') return refund.state === 'none' ? ['check-now', 'waive', 'proof'] : ['again', 'proof']
  if (ended || status === 'delivered') return ['again']
  return ['check-now', ...feeActionsAt(purchase, now)]
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
