import type { ClaimableView, ClaimOfferView, ClaimView } from '../../shared/claims/views.ts'
import { fromUnits } from '../../shared/money.ts'
import { feeOfferExpired } from '../engine/fees/fee-offer.ts'
import { createNewestOffer } from '../engine/single-steps/newest-offer.ts'
import { findPurchase } from '../purchases/purchase-repository.ts'
import { findClaimable } from '../purchases/refund/read-claimable.ts'
import { readClaimOf, type ClaimRecord } from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'
import { confirmClaim } from './confirm-claim.ts'
import { isClaimed } from './find-others-in-pot.ts'
import { offerClaim, type ClaimOffer } from './offer-claim.ts'

/** Claims a purchase's refund from its escrow. */
export interface RefundClaims {
  /** Returns the state of a purchase's refund in its escrow, read from the chain unless it is being claimed. */
  find(purchaseId: string): Promise<ClaimableView>
  /** Returns the amount and cost of a claim. */
  offer(purchaseId: string): Promise<ClaimOfferView>
  /** Signs and sends the offer, `acceptFee` only with the password; returns once it is stored. */
  confirm(offerKey: string, acceptFee: boolean): Promise<ClaimView>
}

/** Creates the claims of refunds, without an offer; `follow` is called with a claim that was stored. */
export function createRefundClaims(
  context: ClaimsContext,
  viewOf: (claim: ClaimRecord) => ClaimView,
  follow: (id: string) => ClaimView,
): RefundClaims {
  const { ledger } = context
  const offers = createNewestOffer(context, ({ found }: ClaimOffer) => found.pot, feeOfferExpired)

  return {
    async find(purchaseId) {
      const record = findPurchase(ledger, purchaseId)
      const { symbol: tokenSymbol, decimals } = record.terms.token
      const newest = readClaimOf(ledger, purchaseId)
      const claim = newest && viewOf(newest)
      const shown = { purchaseId, tokenSymbol, claim }
      if (claim && isClaimed(newest)) return { ...shown, state: 'claiming', amount: claim.amount }
      const claimable = await findClaimable(context, record)
      const amount = 'found' in claimable ? fromUnits(claimable.found.total, decimals) : null
      return { ...shown, state: claimable.state, amount }
    },
    async offer(purchaseId) {
      offers.drop()
      return offers.put(await offerClaim(context, findPurchase(ledger, purchaseId)))
    },
    async confirm(offerKey, acceptFee) {
      return follow(await offers.sign(offerKey, (offer) => confirmClaim(context, offer, acceptFee)))
    },
  }
}
