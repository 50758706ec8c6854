import { parseAbiItem, type AbiFunction, type Address } from 'viem'
import { cleanName } from '../../shared/clean-name.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { QuoteRefusal } from '../../shared/purchases/state.ts'
import { judgePayment, type PaymentEffect } from '../chain/guard/payment-guard.ts'
import { findMismatch, isNative } from '../purchases/quote/check-quote.ts'
import { callableContracts, routerBounds } from '../purchases/quote/judge-escrow.ts'
import { judgePrice } from '../purchases/quote/judge-price.ts'
import type { Choice } from '../purchases/quote/offer.ts'
import { jsonOf } from '../service/answer/answer.ts'
import type { Quote } from '../service/operations/create-quote.ts'
import type { QuoteId } from '../service/operations/quote-id.ts'
import { askPrice, type Priced } from './ask-price.ts'
import { isRecord } from './compare-fields.ts'
import type { Inquiry } from './inquiry.ts'
import { interfaceFields } from './interface-fields.ts'
import { listNames, reportDifferences } from './report-differences.ts'

/** Requests one quote and judges it like a purchase's quote, without asking a network; returns its form. */
export async function checkPrice(
  inquiry: Inquiry,
  profile: Profile,
  choices: readonly [Choice, ...Choice[]],
  wallet: Address,
): Promise<Partial<Pick<Profile, 'quoteDialect' | 'digitalAsset'>>> {
  const priced = await askPrice(inquiry, profile, choices, wallet)
  if ('message' in priced) {
    inquiry.fail('price', priced)
    inquiry.report('payment', 'unknown', 'skipped.nothing-to-ask')
    return {}
  }
  const { quote, form, choice, unpriced } = priced
  if (unpriced !== null) {
    const sku = cleanName(choices[0].product.sku)
    inquiry.report('price', 'differs', 'price.unpriced', { sku, status: unpriced.values['status'] ?? '' })
  }
  sayPrice(inquiry, priced)
  const isUsual = form.digitalAsset === 'symbol'
  const name = isUsual ? listNames([choice.token.symbol]) : choice.token.address
  inquiry.report('coinName', isUsual ? 'fits' : 'differs', `coinName.${form.digitalAsset}`, { name })
  if (form.quoteDialect === 'v1') {
    const answer = inquiry.lastAnswer()
    const raw: unknown = answer === null ? null : jsonOf(answer)
    reportDifferences(inquiry, 'price', [raw].filter(isRecord), interfaceFields.quote, 1)
  }
  sayPayment(inquiry, profile, choice, quote, wallet)
  return form
}

function sayPrice(inquiry: Inquiry, { quote, form, choice, isUnfunded }: Priced): void {
  const { product, token } = choice
  const values = { sku: cleanName(product.sku), total: quote.totalAmount, coin: listNames([token.symbol]) }
  if (form.quoteDialect === 'alternate') return inquiry.report('price', 'fails', 'price.only', values)
  inquiry.report('price', 'fits', 'price.quoted', values)
  if (isUnfunded) inquiry.report('price', 'differs', 'price.unfunded')
  const price = judgePrice(product.listed, { symbol: token.symbol, total: quote.totalAmount })
  if (price === 'above' || price === 'far-above')
    inquiry.report('price', price === 'above' ? 'differs' : 'fails', `price.${price}`, {
      total: quote.totalAmount,
      coin: listNames([token.symbol]),
      listed: product.listed?.amount ?? '',
    })
}

function sayPayment(inquiry: Inquiry, profile: Profile, choice: Choice, quote: Quote, wallet: Address): void {
  const { id, requestProblem, transactionRequest, ignoredFields } = quote
  const mismatch = findMismatch(choice, quote)
  if (mismatch !== null) return sayRefused(inquiry, mismatch)
  if (id === null) return inquiry.report('payment', 'fails', 'payment.none')
  if (requestProblem !== null) return sayRefused(inquiry, requestProblem.reason, requestProblem.field)
  if (transactionRequest === null) return inquiry.report('payment', 'fails', 'payment.none')
  const judged = judge(profile, choice, quote, { id, transactionRequest, wallet })
  if (!judged.ok) return sayRefused(inquiry, judged.reason)
  const { shape, to, escrow } = judged.effect
  const message = escrow === null ? (`payment.${shape}` as const) : 'payment.escrow'
  inquiry.report('payment', 'fits', message, { address: to })
  if (ignoredFields.length > 0)
    inquiry.report('payment', 'differs', 'payment.ignored', { fields: listNames(ignoredFields) })
}

function sayRefused(inquiry: Inquiry, reason: QuoteRefusal, about = ''): void {
  inquiry.report('payment', 'fails', 'payment.refused', { reason, about })
}

/** Above any network's fee; a purchase compares with the network's own. */
const ANY_FEE = 10n ** 30n

function judge(
  profile: Profile,
  choice: Choice,
  quote: Quote,
  {
    id,
    transactionRequest,
    wallet,
  }: {
    readonly id: QuoteId
    readonly transactionRequest: NonNullable<Quote['transactionRequest']>
    readonly wallet: Address
  },
): { readonly ok: true; readonly effect: PaymentEffect } | { readonly ok: false; readonly reason: QuoteRefusal } {
  return judgePayment(transactionRequest, quote.totalAmount, {
    chainId: choice.network.chainId,
    payer: wallet,
    token: { address: isNative(choice) ? null : choice.token.address, decimals: choice.token.decimals },
    protocolContracts: callableContracts(choice),
    routerCalls: profile.routerCalls.map((signature) => parseAbiItem(signature) as AbiFunction),
    router: routerBounds(choice, quote, id),
    ceilings: { gas: ANY_FEE, maxFeePerGas: ANY_FEE },
  })
}
