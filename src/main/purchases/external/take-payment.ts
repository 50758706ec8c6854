import { AppError } from '../../../shared/errors.ts'
import { fromUnits, type Decimal } from '../../../shared/money.ts'
import { insertBytes, insertIntent, insertStep, readSignedAt } from '../../engine/steps/step-repository.ts'
import { storeConsent } from '../confirm/terms-repository.ts'
import { markDraftBought } from '../drafts/drafts-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { FrozenTerms } from '../purchase-record.ts'
import { appendEvent, insertPurchase, readPurchase } from '../purchase-repository.ts'
import { claimQuote } from '../quote/paid-repository.ts'
import { deleteShownTotal } from '../shown-total-repository.ts'
import type { Arrival, ExternalPayment } from './external-payment.ts'
import { answerFinding, endExternal, endRivals } from './external-repository.ts'
import type { PaymentBytes } from './read-payment-bytes.ts'

/**
 * Makes an arrival the payment of a purchase, and stores the purchase with its bytes: from then on it is followed and registered like one
 * that Till signed. Returns the ids of the payments that changed; none, and stores nothing, if the payment was taken before or belongs to
 * another purchase. Must run in a transaction. Throws AppError `not-allowed` if the account did not sign it.
 */
export function takePayment(
  context: PurchaseContext,
  payment: ExternalPayment,
  arrival: Arrival,
  bytes: PaymentBytes,
): readonly string[] {
  const { ledger, recipients } = context
  const { id, profileId, chainInstance, from, terms, draftId } = payment
  if (bytes.signer.toLowerCase() !== from.toLowerCase()) {
    throw new AppError('not-allowed', 'Another account signed it', { details: { reason: 'external-signer' } })
  }
  const at = context.now()
  if (readSignedAt(ledger, arrival.hash) !== null || !endExternal(ledger, id, 'paid', at)) return []
  insertIntent(ledger, id, 'purchase')
  // What was paid late belongs to the day on which it was paid. The chain's clock may be wrong.
  const createdAt = Math.max(payment.askedAt, Math.min(arrival.at, at))
  insertPurchase(ledger, { ...payment, createdAt, terms: withPaid(terms, arrival.units) })
  // What was shown was not about another amount.
  if (arrival.units !== terms.payment.units) deleteShownTotal(ledger, id)
  const { nonce } = bytes
  insertStep(ledger, { intentId: id, position: 0, kind: 'pay', chainInstance, from, nonce, isSignedElsewhere: true })
  insertBytes(ledger, {
    intentId: id,
    position: 0,
    purpose: 'original',
    hash: arrival.hash,
    raw: bytes.raw,
    maxFeeUnits: bytes.feeAtMost,
    token: terms.token.address,
    spendsUnits: arrival.units,
    signedAt: at,
  })
  appendEvent(ledger, id, { type: 'signed' }, at)
  const service = context.service(profileId)
  // Its quote may be claimed by nobody else from now on; the coins are gone either way.
  if (service) claimQuote(ledger, { profile: service.profile, quoteId: terms.quote.id.text }, id)
  if (draftId !== null) markDraftBought(ledger, draftId, terms.product.sku, id)
  storeConsent(ledger, profileId, from, at)
  recipients.remember(profileId, chainInstance, terms.payment.recipient)
  answerFinding(ledger, arrival, at, null)
  if (readPurchase(ledger, id) === null) throw new Error('A purchase was not stored')
  return [id, ...endRivals(ledger, payment, at)]
}

/**
 * Returns the terms with the amount that was paid, which the user may have accepted although it is another than the total. Nobody knows
 * what fee the service takes of it, so none is recorded; what it asked for stays with the payment.
 */
function withPaid(terms: FrozenTerms, units: bigint): FrozenTerms {
  if (units === terms.payment.units) return terms
  const { quote, token, payment } = terms
  const paid = fromUnits(units, token.decimals)
  const amounts = { assetAmount: paid, feeAmount: '0' as Decimal, totalAmount: paid }
  return { ...terms, quote: { ...quote, ...amounts }, payment: { ...payment, units } }
}
