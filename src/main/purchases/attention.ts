import { AppError } from '../../shared/errors.ts'
import type { AttentionReason } from '../../shared/purchases/state.ts'
import { readAttention } from './attention-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { applyEvent, readEvents } from './purchase-repository.ts'

/** Raises a question to the person, unless one is open already. */
export function raiseAttention(context: PurchaseContext, id: string, reason: AttentionReason): void {
  if (readAttention(context.ledger, id) !== null) return
  applyEvent(context.ledger, id, { type: 'attention-raised', reason }, context.now())
  context.onChanged(id)
}

/** Raises a question once per purchase: one that the person has seen is not raised again. */
export function raiseOnce(context: PurchaseContext, id: string, reason: AttentionReason): void {
  const wasRaised = readEvents(context.ledger, id).some((event) => event.reason === reason)
  if (!wasRaised) raiseAttention(context, id, reason)
}

/** Clears `reason` once it no longer applies. */
export function clearAttention(context: PurchaseContext, id: string, reason: AttentionReason): void {
  if (readAttention(context.ledger, id) !== reason) return
  applyEvent(context.ledger, id, { type: 'attention-cleared' }, context.now())
  context.onChanged(id)
}

/** Reasons that only inform: once the person has seen them, Till asks no more. */
const noticeReasons: readonly AttentionReason[] = ['registered-differently', 'other-payment-mined']

/** Clears `reason`, which the person takes care of. Throws AppError `not-allowed` if another question is open, or an answer is needed. */
export function acknowledgeAttention(context: PurchaseContext, id: string, reason: AttentionReason): void {
  const isOpen = readAttention(context.ledger, id) === reason
  if (!isOpen || !noticeReasons.includes(reason)) {
    throw new AppError('not-allowed', 'Another question is open', { details: { reason: 'outdated' } })
  }
  clearAttention(context, id, reason)
}
