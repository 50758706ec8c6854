import { assertSigningAllowed } from '../../engine/assert-signing-allowed.ts'
import { sealDelivery } from '../delivery.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { Offer } from '../quote/offer.ts'
import { claimQuote } from '../quote/paid-repository.ts'
import { insertShownTotal } from '../shown-total-repository.ts'
import { alreadyPaid, checkOffer, checkOnceMore, reserveRequests, type Confirmation } from './check-offer.ts'
import { signPurchase } from './sign-purchase.ts'

/**
 * Authorizes exactly the offer shown: checks everything again, then signs and stores. Throws AppError and stores nothing if anything
 * differs, is missing or too old. Must run under the mutex of account and chain.
 */
export async function confirmPurchase(
  context: PurchaseContext,
  shown: Offer | null,
  input: Confirmation,
): Promise<void> {
  const checked = await checkOffer(context, shown, input, assertSigningAllowed)
  const { offer, payable, quotes, moment } = checked
  const { service, delivery, view, repeatOf } = offer
  reserveRequests(offer)
  try {
    const sealedDelivery = sealDelivery(context, view.purchaseId, delivery)
    const { chainInstance, from, terms } = payable
    const { profileId } = service
    const stored = { sealedDelivery, repeatOf, countedAt: moment.latest }
    const purchase = { id: view.purchaseId, profileId, chainInstance, from, terms, ...stored }
    await signPurchase(context, purchase, payable, input.draftId, {
      before: () => checkOnceMore(context, checked),
      after() {
        if (!quotes.every((quote) => claimQuote(context.ledger, quote, purchase.id))) throw alreadyPaid()
        if (input.showsMoney && view.inMoney) insertShownTotal(context.ledger, purchase.id, view.inMoney)
      },
    })
  } catch (error) {
    service.budget.release(view.purchaseId)
    throw error
  }
}
