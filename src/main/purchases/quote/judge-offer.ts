import { isWithinBounds } from '../../../shared/checkout/payment-bounds.ts'
import { parseAbiItem, type AbiFunction, type Address } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import type { QuoteRefusal, RecipientStatus } from '../../../shared/purchases/state.ts'
import type { QuoteView } from '../../../shared/checkout/views.ts'
import type { Chain, Fees } from '../../chain/chain.ts'
import { feeCap, exceededCap } from '../../chain/guard/fee-cap.ts'
import { nativeSymbolOf } from '../../chain/guard/native-coin.ts'
import { judgePayment, type PaymentEffect } from '../../chain/guard/payment-guard.ts'
import { feeCeilings, planPayment } from '../../chain/plan/plan-payment.ts'
import type { EscrowDue } from '../../chain/read/escrow/read-escrow-fee.ts'
import { findFunds, findLacks } from '../../engine/funds.ts'
import type { Quote } from '../../service/operations/create-quote.ts'
import type { QuoteId } from '../../service/operations/quote-id.ts'
import { findExceededLimit, plannedPaymentOf, type PlannedPayment } from './check-limits.ts'
import { checkCoin, type CoinFinding } from './check-coin.ts'
import { callableContracts, frozenEscrow, judgeEscrowFee, routerBounds } from './judge-escrow.ts'
import { findMismatch, isNative, isNativeMisnamed } from './check-quote.ts'
import { readMoment, type Moment } from '../../engine/limit-moment.ts'
import { judgeParts } from './judge-parts.ts'
import { judgeRecipient } from './judge-recipient.ts'
import { judgePrice, type PriceVerdict } from './judge-price.ts'
import { costOf, ownFee, type Choice, type Payable } from './offer.ts'
import { isQuotePaid } from './paid-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ProfileService } from '../../service/service-client.ts'
import type { FrozenTerms } from '../purchase-record.ts'
import { simulatePlan, type Simulation } from './simulate-plan.ts'

export type Problem = QuoteView['problems'][number]

/** A quote for one choice, and its payer. */
export interface Case {
  readonly context: PurchaseContext
  readonly service: ProfileService
  readonly choice: Choice
  readonly quote: Quote
  readonly from: Address
  /** The payment of another wallet that it replaces. */
  readonly replaces: string | null
}

/** The effect of paying an offer, and all its problems; without a payment if the offer has none to judge. */
export interface Judged {
  readonly problems: readonly Problem[]
  readonly payment: {
    readonly effect: PaymentEffect
    readonly recipientIs: RecipientStatus
    readonly payable: Payable
    readonly simulation: Simulation
  } | null
}

/** Returns a problem that prevents an offer from being confirmed. */
export function blocking(problem: Problem['problem'], detail: string | null): Problem {
  return { problem, blocking: true, detail }
}

/** Judges a quote: compares it with the choice, runs the payment guard, and simulates it on the network. */
export async function judgeOffer(one: Case): Promise<Judged> {
  const { choice, quote } = one
  const mismatch = findMismatch(choice, quote)
  const problems = mismatch === null ? [] : [blocking('request-refused', mismatch)]
  if (quote.id === null) return { problems: [...problems, blocking('price-only', null)], payment: null }
  try {
    const judged = await judgeOnChain(one, quote.id)
    return { ...judged, problems: [...problems, ...judged.problems] }
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('network-')) throw error
    return { problems: [...problems, blocking('balance-unknown', null)], payment: null }
  }
}

function refused(reason: QuoteRefusal, about?: string): Judged {
  const problem = blocking('request-refused', reason)
  return { problems: [about === undefined ? problem : { ...problem, about }], payment: null }
}

async function judgeOnChain(one: Case, quoteId: QuoteId): Promise<Judged> {
  const { context, service, choice, quote, from } = one
  const { requestProblem } = quote
  if (requestProblem !== null) return refused(requestProblem.reason, requestProblem.field)
  if (quote.transactionRequest === null) return refused('malformed')
  if (isNativeMisnamed(choice)) return refused('native-coin')
  const chain = context.chain(choice.network, service.profile)
  const own = await chain.fees()
  const judgement = judgePayment(quote.transactionRequest, quote.totalAmount, {
    chainId: choice.network.chainId,
    payer: from,
    token: { address: isNative(choice) ? null : choice.token.address, decimals: choice.token.decimals },
    protocolContracts: callableContracts(choice),
    routerCalls: service.profile.routerCalls.map((signature) => parseAbiItem(signature) as AbiFunction),
    router: routerBounds(choice, quote, quoteId),
    ceilings: feeCeilings(own),
  })
  if (!judgement.ok) return refused(judgement.reason)
  const quoteIds = [...new Set([quoteId.text, ...judgement.effect.quoteIds])]
  const isPaid = (id: string): boolean => isQuotePaid(context.ledger, { profile: service.profile, quoteId: id })
  // The service would register it once, however often it is paid.
  if (quoteIds.some(isPaid)) return refused('already-paid')
  const escrow = await judgeEscrowFee(chain, choice, judgement.effect)
  if (!escrow.ok) return refused(escrow.reason, escrow.about)
  const chainInstance = await chain.instance()
  const coin = await checkCoin(context, {
    profile: service.profile,
    network: choice.network,
    chain,
    chainInstance,
    token: judgement.effect.token,
    symbol: choice.token.symbol,
    decimals: choice.token.decimals,
  })
  if (coin.lie !== null) return refused(`coin-${coin.lie}`)
  const { due } = escrow
  return judgePlan(one, { quoteId, quoteIds, chain, chainInstance, coin, effect: judgement.effect, due, own })
}

interface Decoded {
  readonly quoteId: QuoteId
  /** The quote's own id and the ids in its call. */
  readonly quoteIds: readonly string[]
  readonly chain: Chain
  readonly chainInstance: string
  readonly coin: CoinFinding
  readonly effect: PaymentEffect
  readonly due: EscrowDue | null
  readonly own: Fees
}

async function judgePlan(one: Case, decoded: Decoded): Promise<Judged> {
  const { chain, chainInstance, coin, effect, own } = decoded
  const { context, service, choice, quote, from, replaces } = one
  const steps = await planPayment(chain, from, effect, own)
  // A node's gas estimate has the same ceiling as the service's gas.
  if (steps.some(({ gas }) => gas > feeCeilings(own).gas)) return refused('gas-too-high')
  const terms = freeze(one, decoded.quoteId, effect)
  const fee = ownFee(context, steps)
  const [moment, funds, simulation, ofAccount] = await Promise.all([
    readMoment(context, chain),
    findFunds(context.ledger, chain, chainInstance, from, terms.token.address),
    simulatePlan(chain, from, terms, steps),
    accountProblems(one, decoded),
  ])
  const { recipient } = terms.payment
  const known = context.recipients.list(service.profileId, chainInstance)
  const recipientIs = judgeRecipient(recipient, known, choice.network.protocolContracts)
  const newRecipient = recipientIs === 'changed' || recipientIs === 'changed-named'
  const price = judgePrice(choice.product.listed, { symbol: choice.token.symbol, total: terms.quote.totalAmount })
  const planned = { ...plannedPaymentOf({ terms, isDollar: coin.isDollar }, choice.delivery), replaces }
  const missing = findLacks(costOf(terms, fee), funds)
  const problems = [
    ...ofAccount,
    ...missing,
    ...limitProblems(context, planned, moment),
    ...(isWithinBounds(choice.token, terms.quote.totalAmount) ? [] : [blocking('allowance-bounds', null)]),
    ...priceProblems(choice, price),
    ...partsProblems(quote),
    ...feeProblems(fee, feeCap(chain.chainId, service.profile)),
    ...(coin.doubt === null ? [] : [{ problem: coin.doubt, blocking: false, detail: null } as const]),
    ...(newRecipient ? [{ problem: 'recipient-changed', blocking: false, detail: recipient } as const] : []),
    ...simulationProblems(simulation, missing.length === 0),
  ]
  return {
    problems,
    payment: {
      effect,
      recipientIs,
      simulation,
      payable: {
        terms,
        escrow: decoded.due,
        quoteIds: decoded.quoteIds,
        steps,
        chain,
        chainInstance,
        from,
        newRecipient,
        isDollar: coin.isDollar,
        isTyped: price === 'above',
      },
    },
  }
}

/** Returns why this account cannot pay, or another wallet not from it. */
async function accountProblems(
  { context, service, from }: Case,
  { chain, chainInstance, effect }: Decoded,
): Promise<Problem[]> {
  if (context.wallet.isWatched()) return externalProblems(chain, from, effect)
  const isReconciled = await context.isReconciled(service.profileId, chain, chainInstance, from)
  return [
    ...(isReconciled ? [] : [blocking('wallet-used-elsewhere', null)]),
    ...(context.hasUnacknowledged(from) ? [blocking('payment-unanswered', null)] : []),
  ]
}

/** Till follows only a plain transfer that the account itself sends: it names neither a purchase nor a quote. */
async function externalProblems(chain: Chain, from: Address, { shape }: PaymentEffect): Promise<Problem[]> {
  if (shape === 'router') return [blocking('external-router', null)]
  return (await chain.isContract(from)) ? [blocking('external-contract', null)] : []
}

/** Returns the problem of a total above the catalog's price, with that price. */
function priceProblems({ product }: Choice, price: PriceVerdict): Problem[] {
  const detail = product.listed?.amount ?? null
  if (price === 'far-above') return [blocking('price-far-above', detail)]
  return price === 'above' ? [{ problem: 'price-above', blocking: false, detail }] : []
}

/** Returns the problem of a total that differs from the sum of its parts, with that sum. */
function partsProblems(quote: Quote): Problem[] {
  const parts = judgeParts(quote)
  if (parts === null) return []
  if (parts.areTooLow) return [blocking('parts-too-little', parts.sum)]
  return [{ problem: 'parts-differ', blocking: false, detail: parts.sum }]
}

/** Returns the problem of a fee above the cap, with the cap. */
export function feeProblems(fee: bigint, cap: bigint): Problem[] {
  const passed = exceededCap(fee, cap)
  return passed === null ? [] : [{ problem: 'fee-high', blocking: false, detail: passed }]
}

function limitProblems(context: PurchaseContext, planned: PlannedPayment, moment: Moment): Problem[] {
  const passed = findExceededLimit(context, planned, moment)
  if (passed === null) return []
  return [blocking(`limit-${passed.limit}`, passed.left)]
}

function simulationProblems(simulation: Simulation, funded: boolean): Problem[] {
  if (simulation === null) return [{ problem: 'not-simulated', blocking: false, detail: null }]
  if (simulation === 'unexpected-changes') return [blocking('request-refused', 'unexpected-changes')]
  if (simulation === 'nodes-differ') return [blocking('nodes-differ', null)]
  // A payment without coins fails anyway: one problem is enough.
  return simulation === 'failed' && funded ? [blocking('simulation-failed', null)] : []
}

function freeze({ service, choice, quote }: Case, quoteId: QuoteId, effect: PaymentEffect): FrozenTerms {
  const { sku, brandSlug, brandName, productType, country, countryCount, image, facts } = choice.product
  const { key, name, chainId, rpcUrls, explorerUrl } = choice.network
  const nativeSymbol = nativeSymbolOf(chainId, choice.network.nativeSymbol)
  return {
    profileName: service.profile.name,
    product: { sku, brandSlug, brandName, productType, country, countryCount, image, facts },
    network: { key, name, chainId, rpcUrls, explorerUrl, nativeSymbol },
    token: {
      key: choice.token.key,
      symbol: choice.token.symbol,
      address: effect.token,
      listedAddress: choice.token.address,
      decimals: choice.token.decimals,
    },
    quote: {
      id: quoteId,
      fiatCurrency: quote.fiatCurrency,
      fiatAmount: quote.fiatAmount,
      asset: quote.digitalAsset,
      assetAmount: quote.digitalAssetAmount,
      feeAmount: quote.feeAmount,
      totalAmount: quote.totalAmount,
    },
    payment: {
      shape: effect.shape,
      recipient: effect.recipient,
      to: effect.to,
      units: effect.amount,
      escrow: frozenEscrow(effect, choice.network.escrow),
    },
  }
}
