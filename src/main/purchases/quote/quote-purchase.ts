import { randomUUID } from 'node:crypto'
import { addDecimals, fromUnits, type Decimal } from '../../../shared/money.ts'
import type { QuoteView } from '../../../shared/checkout/views.ts'
import { NATIVE_DECIMALS } from '../../chain/guard/native-coin.ts'
import { maxFeeUnits } from '../../chain/plan/plan-payment.ts'
import { showFee } from '../../chain/plan/show-fee.ts'
import { readOfferTime } from '../../engine/single-steps/offer-age.ts'
import { readTerms } from '../confirm/accept-terms.ts'
import { checkRepeat } from './check-repeat.ts'
import { storeFee } from './store-fee.ts'
import { requestQuote } from './request-quote.ts'
import { inHomeMoney } from './home-money.ts'
import { blocking, judgeOffer, type Judged, type Problem } from './judge-offer.ts'
import { ownFee, type Choice, type Offer } from './offer.ts'
import type { Quote } from '../../service/operations/create-quote.ts'
import type { RequestBudget } from '../../service/budget/request-budget.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ProfileService } from '../../service/service-client.ts'

/**
 * Returns the number of requests that a purchase still needs once it is paid: its registration and one tracking request. While sales come
 * quickly, one tracking request serves many and is not reserved for each.
 */
export function requestsAfterPayment(budget: RequestBudget): number {
  return budget.isRush() ? 1 : 2
}

/** Requests one offer from the service, judges it, and returns it with everything that prevents its payment. */
export async function quotePurchase(
  context: PurchaseContext,
  service: ProfileService,
  choice: Choice,
  purchaseId: string | null,
  { repeatOf, replaces }: Pick<Offer, 'repeatOf' | 'replaces'>,
): Promise<Offer> {
  if (repeatOf !== null) checkRepeat(context.ledger, repeatOf, replaces)
  const from = context.wallet.address()
  const { network, token } = choice
  const time = readOfferTime(context)
  const [quote, termsAccepted] = await Promise.all([
    requestQuote(service, choice, from),
    from === null ? false : readTerms(context, service, from),
  ])
  storeFee(context, service, choice, quote)
  const { payment, problems }: Judged =
    from === null
      ? { payment: null, problems: [blocking('request-refused', 'no-wallet')] }
      : await judgeOffer({ context, service, choice, quote, from, replaces })
  const view: QuoteView = {
    purchaseId: purchaseId ?? randomUUID(),
    quoteKey: randomUUID(),
    sku: quote.sku,
    fiatCurrency: quote.fiatCurrency,
    fiatAmount: quote.fiatAmount,
    asset: quote.digitalAsset,
    assetAmount: quote.digitalAssetAmount,
    feeAmount: quote.feeAmount,
    totalAmount: quote.totalAmount,
    inMoney: inHomeMoney(leavingAtMost(context, quote, payment), token.symbol, choice.money),
    networkKey: network.key,
    tokenKey: token.key,
    expiresAt: new Date(time.madeAtEpoch + service.profile.quoteMaxAgeSeconds * 1000).toISOString(),
    payment: payment && paymentView(choice, quote, payment, context.now()),
    termsAccepted,
    problems: [...problems, ...tillProblems(context, service)],
  }
  const payable = payment?.payable ?? null
  return { view, service, delivery: choice.delivery, payable, repeatOf, replaces, ...time }
}

/** Returns the total with the highest network fee if both are in one coin, as the receipt adds them up. */
function leavingAtMost(context: PurchaseContext, { totalAmount }: Quote, payment: Judged['payment']): Decimal {
  if (payment?.effect.shape !== 'native') return totalAmount
  return addDecimals([totalAmount, fromUnits(ownFee(context, payment.payable.steps), NATIVE_DECIMALS)])
}

/** Returns what prevents Till itself from paying now. */
function tillProblems(context: PurchaseContext, service: ProfileService): Problem[] {
  const stopped = context.payingStopped()
  return [
    ...(stopped === null ? [] : [blocking('paying-stopped', stopped)]),
    ...(service.budget.view().left < requestsAfterPayment(service.budget) ? [blocking('budget-short', null)] : []),
  ]
}

function paymentView(
  { token }: Choice,
  { ignoredFields }: Quote,
  { effect, recipientIs, payable: { chain, steps }, simulation }: NonNullable<Judged['payment']>,
  now: number,
): QuoteView['payment'] {
  const tried = typeof simulation === 'string' ? null : simulation
  return {
    shape: effect.shape,
    recipient: effect.recipient,
    recipientIs,
    token: effect.token,
    amount: fromUnits(effect.amount, token.decimals),
    steps: steps.map((step) => step.kind),
    ...showFee(chain, maxFeeUnits(steps), now),
    simulated: tried !== null,
    balanceChanges: tried === null ? [] : [{ symbol: token.symbol, change: fromUnits(tried.change, token.decimals) }],
    ignoredFields: [...ignoredFields],
  }
}
