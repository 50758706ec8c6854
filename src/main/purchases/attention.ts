import { AppError } from '../../shared/errors.ts'
import type { AttentionReason } from '../../shared/purchase.ts'
import { readAttention } from './attention-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { applyEvent, readEvents } from './purchase-repository.ts'

/** Asks for the person, where nothing else is asked already. */
export function raiseAttention(context: PurchaseContext, id: string, reason: AttentionReason): void {
  if (readAttention(context.ledger, id) !== null) return
  applyEvent(context.ledger, id, { type: 'attention-raised', reason }, context.now())
  context.onChanged(id)
}

/** Asks for the person once in a purchase's life: what they have seen is not raised anew. */
export function raiseOnce(context: PurchaseContext, id: string, reason: AttentionReason): void {
  const wasRaised = readEvents(context.ledger, id).some((event) => event.reason === reason)
  if (!wasRaised) raiseAttention(context, id, reason)
}

/** Takes `reason` back once it is over by itself. */
export function clearAttention(context: PurchaseContext, id: string, reason: AttentionReason): void {
  if (readAttention(context.ledger, id) !== reason) return
  applyEvent(context.ledger, id, { type: 'attention-cleared' }, context.now())
  context.onChanged(id)
}

/** Reasons that tell of something: once a person has seen them, Till has no more to ask. */
const tellingReasons: readonly AttentionReason[] = ['registered-differently', 'other-payment-mined']

/** Takes `reason` away since the person takes care of it; AppError `not-allowed` where something else is asked, or an answer needed. */
export function settleAttention(context: PurchaseContext, id: string, reason: AttentionReason): void {
  const isAsked = readAttention(context.ledger, id) === reason
  if (!isAsked || !tellingReasons.includes(reason)) {
    throw new AppError('not-allowed', 'Something else is asked', { details: { reason: 'moved-on' } })
  }
  clearAttention(context, id, reason)
}
