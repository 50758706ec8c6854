import type { Address } from 'viem'
import type { RequestArgument } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { compareDecimals, isDecimal } from '../../../shared/money.ts'
import { assertFeeAccepted } from '../../chain/guard/fee-cap.ts'
import { assertFunds, findFunds } from '../../engine/funds.ts'
import { readMoment, type Moment } from '../../engine/limit-moment.ts'
import { isOfferFresh } from '../../engine/single-steps/offer-age.ts'
import { isRevoking } from '../../engine/steps/step-repository.ts'
import type { ProfileService } from '../../service/service-client.ts'
import { draftAsked, draftBought, readDraft } from '../drafts/drafts-repository.ts'
import { awaitsDraft, awaitsQuote } from '../external/external-repository.ts'
import { findReplaceable } from '../external/replace-external.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { routerPaymentUnderWay } from '../purchase-repository.ts'
import { findExceededLimit, plannedPaymentOf, type PlannedPayment } from '../quote/check-limits.ts'
import { checkRepeat } from '../quote/check-repeat.ts'
import { assertEscrowFee } from '../quote/judge-escrow.ts'
import { costOf, ownFee, type Offer, type Payable } from '../quote/offer.ts'
import { isQuotePaid, type QuoteOfService } from '../quote/paid-repository.ts'
import { requestsAfterPayment } from '../quote/quote-purchase.ts'
import { simulatePlan } from '../quote/simulate-plan.ts'

/** What the person agreed to; `acceptFee` requires the password. */
export type Confirmation = Omit<RequestArgument<'checkout.confirm'>, 'feePassword'> & {
  readonly acceptFee: boolean
  /** Whether the total was shown in the person's money; a sale over the counter shows the shop's own price. */
  readonly showsMoney: boolean
}

/** An offer that the person agreed to, and that still holds. */
export interface CheckedOffer {
  readonly offer: Offer
  readonly payable: Payable
  readonly draftId: string | null
  readonly quotes: readonly QuoteOfService[]
  /** By both clocks. */
  readonly moment: Moment
}

/**
 * Checks everything about exactly the offer that was shown once more; `assertAllowed` runs before and after the network is asked. Throws
 * AppError if anything differs, is missing or too old.
 */
export async function checkOffer(
  context: PurchaseContext,
  offer: Offer | null,
  input: Confirmation,
  assertAllowed: (context: PurchaseContext) => void,
): Promise<CheckedOffer> {
  assertAllowed(context)
  if (offer === null || offer.view.quoteKey !== input.quoteKey) {
    throw new AppError('quote-expired', 'This offer is not the newest any more')
  }
  checkAge(context, offer)
  const payable = checkShown(offer, input)
  if (context.wallet.address() !== payable.from) {
    throw new AppError('quote-expired', 'Another account is in use')
  }
  checkDraft(context, input)
  await checkReconciled(context, offer.service, payable)
  const [moment] = await Promise.all([
    readMoment(context, payable.chain),
    checkAgain(context, payable, input, offer.madeAtEpoch),
  ])
  assertAllowed(context)
  checkAge(context, offer)
  const quotes = payable.quoteIds.map((quoteId) => ({ profile: offer.service.profile, quoteId }))
  if (quotes.some((quote) => isQuotePaid(context.ledger, quote))) throw alreadyPaid()
  const checked = { offer, payable, draftId: input.draftId, quotes, moment }
  checkOnceMore(context, checked)
  return checked
}

/** Checks what may have changed by the commit that stores the purchase: another payment may have been stored or found meanwhile. */
export function checkOnceMore(
  context: PurchaseContext,
  { offer, payable, draftId, moment, quotes }: CheckedOffer,
): void {
  const { profileId } = offer.service
  // Another wallet may pay it at any moment, and the service would register it once.
  if (quotes.some(({ quoteId }) => awaitsQuote(context.ledger, profileId, quoteId))) throw alreadyPaid()
  // Only another wallet's payment replaces one: its commit ends the wait for that one.
  const isReplacing = context.wallet.isWatched() && offer.replaces !== null
  const replaces = isReplacing ? findReplaceable(context, offer.replaces).id : null
  if (draftId !== null && awaitsDraft(context.ledger, draftId, replaces)) throw draftAsked()
  if (!context.wallet.isWatched()) assertAnswered(context, payable.from)
  checkLimits(context, { ...plannedPaymentOf(payable, offer.delivery), replaces }, moment)
  if (offer.repeatOf !== null) checkRepeat(context.ledger, offer.repeatOf, replaces)
}

/** Reserves the requests that a purchase needs once it is paid. Throws AppError `service-budget-spent`. */
export function reserveRequests({ service, view }: Offer): void {
  const needed = requestsAfterPayment(service.budget)
  if (service.budget.reserve(view.purchaseId, needed, 'registration')) return
  throw new AppError('service-budget-spent', 'Too few requests are left to register the payment', {
    details: { until: service.budget.roomAt(needed, 'registration') },
  })
}

/** Returns the error of a quote that another purchase paid. */
export function alreadyPaid(): AppError {
  return new AppError('quote-refused', 'This quote was paid already', { details: { reason: 'already-paid' } })
}

/** Throws while a wallet that was used elsewhere, or a restored ledger, is not reconciled. */
async function checkReconciled(
  context: PurchaseContext,
  { profileId }: ProfileService,
  { chain, chainInstance, from }: Payable,
): Promise<void> {
  // Another wallet pays from it, and counts its nonces.
  if (context.wallet.isWatched()) return
  const isReconciled = await context.isReconciled(profileId, chain, chainInstance, from)
  if (!isReconciled) throw new AppError('wallet-used-elsewhere', 'The wallet was used elsewhere')
  assertAnswered(context, from)
}

function assertAnswered(context: PurchaseContext, from: Address): void {
  if (!context.hasUnacknowledged(from)) return
  throw new AppError('wallet-used-elsewhere', 'A payment waits for an answer', { details: { reason: 'unanswered' } })
}

/** Checked before anything is signed; the commit that stores the purchase decides. */
function checkDraft({ ledger }: PurchaseContext, { draftId }: Confirmation): void {
  if (draftId !== null && readDraft(ledger, draftId)?.purchaseId !== null) throw draftBought()
}

function checkAge(context: PurchaseContext, offer: Offer): void {
  const { service } = offer
  if (!isOfferFresh(context, offer, service.profile.quoteMaxAgeSeconds * 1000)) {
    throw new AppError('quote-expired', 'The offer is too old')
  }
  // A purchase is followed at its profile's service, and an edited profile may name another service.
  if (context.service(service.profileId)?.profile !== service.profile) {
    throw new AppError('quote-expired', 'The service was changed')
  }
}

function checkLimits(context: PurchaseContext, planned: PlannedPayment, moment: Moment): void {
  const passed = findExceededLimit(context, planned, moment)
  if (passed === null) return
  throw new AppError('limit-reached', 'The payment exceeds a limit', { details: { ...passed } })
}

function checkShown({ view, payable }: Offer, input: Confirmation): Payable {
  const blocker = view.problems.find(({ blocking }) => blocking)
  if (payable === null || blocker !== undefined) {
    throw new AppError('quote-refused', 'This offer cannot be paid', {
      details: { reason: 'unpayable', problem: blocker?.problem ?? null },
    })
  }
  if (input.totalAmount !== view.totalAmount || input.recipient !== payable.terms.payment.recipient) {
    throw new AppError('quote-changed', 'The offer is not the one that was shown')
  }
  if (!view.termsAccepted && !input.acceptTerms) throw new AppError('terms-needed', 'The terms were not accepted')
  if (view.problems.some(({ problem }) => problem.startsWith('coin-')) && !input.acceptCoin) {
    throw new AppError('quote-changed', 'Nobody but the service says what this coin is', {
      details: { reason: 'coin' },
    })
  }
  assertFeeAccepted(
    view.problems.some(({ problem }) => problem === 'fee-high'),
    input.acceptFee,
  )
  if (payable.isTyped && !isSameAmount(input.typedTotal, view.totalAmount)) {
    throw new AppError('quote-changed', 'The total was not typed', { details: { reason: 'price' } })
  }
  if (payable.newRecipient && !input.acceptNewRecipient) {
    throw new AppError('quote-changed', 'The service asks to pay another address than before', {
      details: { reason: 'recipient' },
    })
  }
  if (view.payment?.simulated === false && !input.acceptNotSimulated) {
    throw new AppError('quote-changed', 'The payment could not be tried out first', {
      details: { reason: 'not-tried' },
    })
  }
  return payable
}

function isSameAmount(typed: string | null, total: string): boolean {
  return typed !== null && isDecimal(typed) && compareDecimals(typed, total) === 0
}

async function checkAgain(
  context: PurchaseContext,
  payable: Payable,
  input: Confirmation,
  madeAtEpoch: number,
): Promise<void> {
  const { chain, chainInstance, from, terms, steps, escrow } = payable
  const token = terms.token.address
  if (
    terms.payment.shape === 'router' &&
    token !== null &&
    routerPaymentUnderWay(context.ledger, chainInstance, from, token, terms.payment.to) !== null
  ) {
    throw new AppError('purchase-in-progress', 'Another payment through this contract is under way')
  }
  // Its plan may rely on an allowance that is gone, or about to be.
  if (
    terms.payment.shape === 'router' &&
    token !== null &&
    isRevoking(context.ledger, chainInstance, from, token, madeAtEpoch)
  ) {
    throw new AppError('purchase-in-progress', 'A permission for this coin is being revoked', {
      details: { reason: 'revoking' },
    })
  }
  if ((await chain.instance()) !== chainInstance) {
    throw new AppError('network-mismatch', 'The network is not the one the offer was judged on')
  }
  const [funds, simulation] = await Promise.all([
    findFunds(context.ledger, chain, chainInstance, from, token),
    simulatePlan(chain, from, terms, steps),
    assertEscrowFee(chain, escrow),
  ])
  assertFunds(costOf(terms, ownFee(context, steps)), funds, terms.network.nativeSymbol)
  if (simulation === 'unexpected-changes') {
    throw new AppError('quote-refused', 'The payment would move something else', { details: { reason: simulation } })
  }
  if (simulation === 'nodes-differ') {
    throw new AppError('simulation-failed', 'Nodes foresee different things', { details: { reason: simulation } })
  }
  if (simulation === 'failed') throw new AppError('simulation-failed', 'The payment would not go through')
  if (simulation === null && !input.acceptNotSimulated) {
    throw new AppError('quote-changed', 'The payment could not be tried out first', {
      details: { reason: 'not-tried' },
    })
  }
}
