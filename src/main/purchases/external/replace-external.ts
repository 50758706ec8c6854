import { AppError } from '../../../shared/errors.ts'
import { readDraft } from '../drafts/drafts-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { Offer } from '../quote/offer.ts'
import { isAskedAbout } from './arrival-questions-repository.ts'
import { chainOf, findExternal } from './external-book.ts'
import type { ExternalPayment } from './external-payment.ts'
import { lookForPayments } from './look-for-payments.ts'
import { createKnownNonces, type Group } from './read-arrivals.ts'

/** Returns a payment that another one may replace. Throws AppError `not-found`, or `not-allowed` once something arrived for it. */
export function findReplaceable(context: Pick<PurchaseContext, 'ledger'>, id: string): ExternalPayment {
  const payment = findExternal(context, id)
  if (payment.ended !== 'paid' && !isAskedAbout(context.ledger, id)) return payment
  throw new AppError('not-allowed', 'Something arrived for it', { details: { reason: 'external-arrived' } })
}

/** Returns the draft of the payment that an offer replaces; null if there is none, or it was bought or removed. */
export function carriedDraft(context: Pick<PurchaseContext, 'ledger'>, { replaces }: Offer): string | null {
  const id = replaces === null ? null : findExternal(context, replaces).draftId
  return id !== null && readDraft(context.ledger, id)?.purchaseId === null ? id : null
}

/**
 * Looks once more for a payment before another one replaces it; returns the ids of the payments that changed. What a silent network holds
 * is asked about later.
 */
export async function searchBefore(
  context: PurchaseContext,
  payment: ExternalPayment,
  group: Group,
): Promise<readonly string[]> {
  try {
    const chain = chainOf(context, payment)
    // A reset network does not know the payment.
    if ((await chain.instance()) !== payment.chainInstance) return []
    return (await lookForPayments(context, chain, group, createKnownNonces())).changed
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
