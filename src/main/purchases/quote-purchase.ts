import { randomUUID } from 'node:crypto'
import { isAddressEqual, parseAbiItem, type AbiFunction, type Address } from 'viem'
import { AppError } from '../../shared/errors.ts'
import { compareDecimals, fromUnits } from '../../shared/money.ts'
import type { QuoteView } from '../../shared/views.ts'
import { isNativePlaceholder } from '../chain/native-coin.ts'
import { judgePayment, type PaymentEffect } from '../chain/payment-guard.ts'
import { feeAtMost, feeCeilings, planPayment, type PlannedStep } from '../chain/plan-payment.ts'
import type { Chain } from '../chain/chain.ts'
import type { Quote } from '../service/create-quote.ts'
import { readTerms } from './accept-terms.ts'
import { findFunds, fundsProblems } from './check-funds.ts'
import type { Choice, Offer, Payable } from './offer.ts'
import type { PurchaseContext, PurchaseService } from './purchase-context.ts'
import type { FrozenTerms } from './purchase-record.ts'
import { simulatePlan, type Simulation } from './simulate-plan.ts'

type Problem = QuoteView['problems'][number]

/** Requests that a purchase still needs once it is paid: its registration and one look at what became of it. */
export const REQUESTS_AFTER_PAYMENT = 2

/** Asks the service for one offer, judges it, and says everything that keeps it from being paid. */
export async function quotePurchase(
  context: PurchaseContext,
  service: PurchaseService,
  choice: Choice,
  purchaseId: string | null,
): Promise<Offer> {
  const from = context.wallet.address()
  const { product, network, token } = choice
  const [askedAt, askedAtEpoch] = [context.monotonic(), context.now()]
  const [quote, termsAccepted] = await Promise.all([
    service.client.createQuote({
      fiatCurrency: product.fiatCurrency,
      token: { symbol: token.symbol, address: token.address },
      sku: product.sku,
      chainId: network.chainId,
      ...(from === null ? {} : { sender: from }),
    }),
    from === null ? false : readTerms(context, service, from),
  ])
  const problems: Problem[] = []
  const judged = from === null ? null : await judge(context, service, choice, quote, from, problems)
  if (from === null) problems.push(blocking('request-refused', 'no-wallet'))
  if (context.payingStopped() !== null) problems.push(blocking('paying-stopped', context.payingStopped()))
  if (service.budget.view().left < REQUESTS_AFTER_PAYMENT) problems.push(blocking('budget-short', null))
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
    networkKey: network.key,
    tokenKey: token.key,
    quotedAt: new Date(askedAtEpoch).toISOString(),
    expiresAt: new Date(askedAtEpoch + service.profile.quoteMaxAgeSeconds * 1000).toISOString(),
    payment: judged && paymentView(choice, judged.effect, judged.payable?.steps ?? [], judged.simulation),
    termsAccepted,
    problems,
  }
  return { view, service, delivery: choice.delivery, askedAt, askedAtEpoch, payable: judged?.payable ?? null }
}

interface Judged {
  effect: PaymentEffect
  payable: Payable | null
  simulation: Simulation | null
}

async function judge(
  context: PurchaseContext,
  service: PurchaseService,
  choice: Choice,
  quote: Quote,
  from: Address,
  problems: Problem[],
): Promise<Judged | null> {
  const mismatch = findMismatch(choice, quote)
  if (mismatch) problems.push(blocking('request-refused', mismatch))
  if (quote.id === null) {
    problems.push(blocking('price-only', null))
    return null
  }
  if (quote.transactionRequest === null) {
    problems.push(blocking('request-refused', quote.requestProblem ?? 'malformed'))
    return null
  }
  const chain = context.chain(choice.network, service.profile)
  try {
    const own = await chain.fees()
    const native = isNative(choice)
    const judgement = judgePayment(quote.transactionRequest, quote.totalAmount, {
      chainId: choice.network.chainId,
      payer: from,
      token: { address: native ? null : choice.token.address, decimals: choice.token.decimals },
      protocolContracts: choice.network.protocolContracts,
      routerCalls: service.profile.routerCalls.map((signature) => parseAbiItem(signature) as AbiFunction),
      ceilings: feeCeilings(own),
    })
    if (!judgement.ok) {
      problems.push(blocking('request-refused', judgement.reason))
      return null
    }
    const { effect } = judgement
    const lie = await findTokenLie(chain, choice, effect.token)
    if (lie) {
      problems.push(blocking('request-refused', lie))
      return null
    }
    const steps = await planPayment(chain, from, effect, own)
    const terms = freeze(service, choice, { ...quote, id: quote.id }, effect)
    return { effect, ...(await weigh(context, service, choice, chain, from, terms, steps, problems)) }
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('network-')) throw error
    problems.push(blocking('balance-unknown', null))
    return null
  }
}

async function weigh(
  context: PurchaseContext,
  service: PurchaseService,
  choice: Choice,
  chain: Chain,
  from: Address,
  terms: FrozenTerms,
  steps: readonly PlannedStep[],
  problems: Problem[],
): Promise<{ payable: Payable; simulation: Simulation }> {
  const chainInstance = await chain.instance()
  const [funds, simulation] = await Promise.all([
    findFunds(context.ledger, chain, chainInstance, from, terms.token.address),
    simulatePlan(chain, from, terms, steps),
  ])
  const known = context.recipients.list(service.profileId, chainInstance)
  const newRecipient =
    known.length > 0 && !known.some((address) => isAddressEqual(address as Address, terms.payment.recipient))
  problems.push(...fundsProblems(terms, funds, feeAtMost(steps)))
  if (!isWithinAllowance(choice, terms.quote.totalAmount)) problems.push(blocking('allowance-bounds', null))
  if (newRecipient) problems.push({ problem: 'recipient-changed', blocking: false, detail: terms.payment.recipient })
  // What a payment without coins would do is not worth a second alarm.
  const funded = !problems.some((one) => one.problem === 'insufficient-token' || one.problem === 'insufficient-gas')
  if (simulation === 'failed' && funded) problems.push(blocking('simulation-failed', null))
  if (simulation === null) problems.push({ problem: 'not-simulated', blocking: false, detail: null })
  return { payable: { terms, steps, chain, chainInstance, from, newRecipient }, simulation }
}

function freeze(
  service: PurchaseService,
  choice: Choice,
  quote: Quote & { readonly id: number },
  effect: PaymentEffect,
): FrozenTerms {
  const { sku, brandSlug, brandName, productType, country, image } = choice.product
  const { key, name, chainId, rpcUrls, explorerUrl, nativeSymbol, nativeDecimals } = choice.network
  return {
    profileName: service.profile.name,
    product: { sku, brandSlug, brandName, productType, country, image },
    network: { key, name, chainId, rpcUrls, explorerUrl, nativeSymbol, nativeDecimals },
    token: {
      key: choice.token.key,
      symbol: choice.token.symbol,
      address: effect.token,
      listedAddress: choice.token.address,
      decimals: choice.token.decimals,
    },
    quote: {
      id: quote.id,
      fiatCurrency: quote.fiatCurrency,
      fiatAmount: quote.fiatAmount,
      asset: quote.digitalAsset,
      assetAmount: quote.digitalAssetAmount,
      feeAmount: quote.feeAmount,
      totalAmount: quote.totalAmount,
    },
    payment: { shape: effect.shape, recipient: effect.recipient, to: effect.to, units: effect.amount },
  }
}

function findMismatch({ product, token }: Choice, quote: Quote): string | null {
  if (quote.sku !== product.sku) return 'wrong-product'
  if (quote.fiatCurrency !== product.fiatCurrency) return 'wrong-fiat'
  if (compareDecimals(quote.fiatAmount, product.fiatValue) !== 0) return 'wrong-fiat'
  const asset = quote.digitalAsset.toLowerCase()
  return asset === token.symbol.toLowerCase() || asset === token.address.toLowerCase() ? null : 'wrong-coin'
}

/** A token that is listed under the native coin's address but named or counted otherwise is not the native coin. */
function isNative({ token, network }: Choice): boolean {
  const isListed =
    isNativePlaceholder(token.address) || network.nativeAddress.toLowerCase() === token.address.toLowerCase()
  return isListed && token.symbol === network.nativeSymbol && token.decimals === network.nativeDecimals
}

/**
 * A service that lists one token under another's name or with other decimals would make the amount on the screen another than the
 * one that is paid: the contract itself is asked. A bridged token's longer name passes.
 */
async function findTokenLie(chain: Chain, { token }: Choice, address: Address | null): Promise<string | null> {
  if (address === null) return null
  const facts = await chain.tokenFacts(address)
  if (facts.decimals !== token.decimals) return 'wrong-decimals'
  return facts.symbol === null || isSameSymbol(facts.symbol, token.symbol) ? null : 'wrong-token'
}

function isSameSymbol(told: string, listed: string): boolean {
  const plain = (symbol: string): string =>
    symbol
      .replace('₮', 'T')
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
  const [left, right] = [plain(told), plain(listed)]
  return left !== '' && right !== '' && (left.includes(right) || right.includes(left))
}

function isWithinAllowance({ token }: Choice, total: string): boolean {
  const { minAllowance, maxAllowance } = token
  if (minAllowance !== null && compareDecimals(total, minAllowance) < 0) return false
  return maxAllowance === null || compareDecimals(maxAllowance, '0') === 0 || compareDecimals(total, maxAllowance) <= 0
}

function paymentView(
  { network, token }: Choice,
  effect: PaymentEffect,
  steps: readonly PlannedStep[],
  simulation: Simulation | null,
): QuoteView['payment'] {
  return {
    shape: effect.shape,
    recipient: effect.recipient,
    token: effect.token,
    amount: fromUnits(effect.amount, token.decimals),
    steps: steps.map((step) => step.kind),
    networkFeeAtMost: fromUnits(feeAtMost(steps), network.nativeDecimals),
    simulated: simulation !== null && simulation !== 'failed',
    balanceChanges:
      simulation === null || simulation === 'failed'
        ? []
        : [{ symbol: token.symbol, change: fromUnits(simulation.change, token.decimals) }],
  }
}

function blocking(problem: Problem['problem'], detail: string | null): Problem {
  return { problem, blocking: true, detail }
}
