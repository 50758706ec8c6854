import { AppError } from '../../../shared/errors.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { readDraft } from '../drafts/drafts-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { Offer } from '../quote/offer.ts'
import { isAskedAbout } from './arrival-questions-repository.ts'
import { chainOf, findExternal } from './external-book.ts'
import type { ExternalPayment } from './external-payment.ts'
import { listLine } from './external-repository.ts'
import { lookForPayments } from './look-for-payments.ts'
import { createKnownNonces, type Group } from './read-arrivals.ts'

/**
 * Returns the payment that a new price for `id` replaces: `id`, or the last of those that replaced it. Throws AppError `not-found`, or
 * `not-allowed` once something arrived for any of them.
 */
export function findReplaceable({ ledger }: Pick<PurchaseContext, 'ledger'>, id: string): ExternalPayment {
  if (listLine(ledger, id).some((one) => one.ended === 'paid' || isAskedAbout(ledger, one.id))) {
    throw new AppError('not-allowed', 'Something arrived for it', { details: { reason: 'external-arrived' } })
  }
  return findExternal({ ledger }, newestPriceOf(ledger, id))
}

/** Returns the last of the payments that replaced a payment, or that one. */
export function newestPriceOf(ledger: ReadableDb, id: string): string {
  const line = listLine(ledger, id)
  const replaced = new Set(line.map(({ replaces }) => replaces))
  return line.find((one) => !replaced.has(one.id))?.id ?? id
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
