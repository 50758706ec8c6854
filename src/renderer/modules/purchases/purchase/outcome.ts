import type { PurchaseView } from '../../../../shared/purchases/views.ts'

type Steps = Pick<PurchaseView, 'steps'>
type StepState = PurchaseView['steps'][number]['state']
const included = new Set(['mined', 'confirmed', 'final'])

/** Returns the state of the transaction that pays. */
export function payState({ steps }: Steps): StepState {
  return steps.find(({ kind }) => kind === 'pay')?.state ?? 'none'
}

/** Returns whether the network has confirmed the payment. */
export function isConfirmed(purchase: Steps): boolean {
  return ['confirmed', 'final'].includes(payState(purchase))
}

/** Returns whether a purchase continues without the user. */
export function isMoving({ ended, status }: Pick<PurchaseView, 'ended' | 'status'>): boolean {
  return !ended && (status === 'paying' || status === 'on-its-way')
}

/** Returns whether the network accepted an allowance whose payment then failed: it may still exist. */
export function leavesAllowance({ status, steps }: Steps & Pick<PurchaseView, 'status'>): boolean {
  return status === 'not-paid' && steps.some(({ kind, state }) => kind === 'approve' && included.has(state))
}

/** Returns whether the latest signed transaction is a cancel that the network has not decided yet. */
export function isCancelling(purchase: Steps & Pick<PurchaseView, 'status' | 'feeChange'>): boolean {
  const { status, feeChange } = purchase
  return status === 'paying' && feeChange?.action === 'cancel' && payState(purchase) === 'signed'
}

/** Returns whether a purchase needs attention because the service permanently refuses its registration key. */
export function isKeyRefused(
  attention: PurchaseView['attention'],
  { keyRefused }: Pick<PurchaseView['registration'], 'keyRefused'>,
): boolean {
  return attention === 'registration-unanswered' && keyRefused
}
