import type { PurchaseView } from '../../../shared/purchases/views.ts'

type Steps = Pick<PurchaseView, 'steps'>
type StepState = PurchaseView['steps'][number]['state']
const taken = new Set(['mined', 'confirmed', 'final'])

/** Returns where the transaction that moves the coins stands. */
export function payState({ steps }: Steps): StepState {
  return steps.find(({ kind }) => kind === 'pay')?.state ?? 'none'
}

/** Returns whether the network has confirmed the payment. */
export function isConfirmed(purchase: Steps): boolean {
  return ['confirmed', 'final'].includes(payState(purchase))
}

/** Returns whether a purchase continues without the person. */
export function isMoving({ ended, status }: Pick<PurchaseView, 'ended' | 'status'>): boolean {
  return !ended && (status === 'paying' || status === 'on-its-way')
}

/** Whether the network took a permission for a payment that then did not come about: it may still stand. */
export function leavesPermission({ status, steps }: Steps & Pick<PurchaseView, 'status'>): boolean {
  return status === 'not-paid' && steps.some(({ kind, state }) => kind === 'approve' && taken.has(state))
}

/** Whether what was signed last is a cancel that the network has not decided on yet. */
export function isCancelling(purchase: Steps & Pick<PurchaseView, 'status' | 'feeChange'>): boolean {
  const { status, feeChange } = purchase
  return status === 'paying' && feeChange?.action === 'cancel' && payState(purchase) === 'signed'
}

/** Whether a purchase asks because the service refuses the key of its registration for good. */
export function isKeyRefused(
  attention: PurchaseView['attention'],
  { keyRefused }: Pick<PurchaseView['registration'], 'keyRefused'>,
): boolean {
  return attention === 'registration-unanswered' && keyRefused
}
