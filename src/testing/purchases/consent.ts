import type { QuoteView } from '../../shared/checkout/views.ts'
import type { Confirmation } from '../../main/purchases/confirm/check-offer.ts'
import type { Asking } from '../../main/purchases/external/ask-external.ts'

type Offered = Pick<QuoteView, 'purchaseId' | 'quoteKey' | 'totalAmount' | 'payment'>

/** Returns what a person agrees to who accepts the terms of an offer, and nothing unusual. */
export function plainConsentTo({ purchaseId, quoteKey, totalAmount, payment }: Offered) {
  return {
    purchaseId,
    quoteKey,
    totalAmount,
    recipient: payment?.recipient ?? '0x',
    acceptTerms: true,
    acceptCoin: false,
    acceptNewRecipient: false,
    acceptNotSimulated: false,
  }
}

/** Returns the confirmation of an offer that another wallet pays. */
export function askingOf(offer: Offered): Asking {
  return { ...plainConsentTo(offer), typedTotal: null, draftId: null }
}

/** Returns the confirmation of an offer that Till pays. */
export function confirmationOf(offer: Offered): Confirmation {
  return { ...askingOf(offer), acceptFee: false, showsMoney: true }
}
