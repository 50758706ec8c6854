import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { fromUnits, toUnits, type Decimal } from '../../../shared/money.ts'
import type { Profile } from '../../../shared/services/profile.ts'
import { textOf, type Answer } from '../answer/answer.ts'
import { decimal, readAnswer, requiredDecimal, requiredText, text } from '../answer/answer-shapes.ts'
import { askService } from '../ask-service.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { plain } from '../answer/error-body.ts'
import { readQuoteId, type QuoteId } from './quote-id.ts'
import { refusalReason } from '../answer/refusal-reason.ts'
import { readTransactionRequest, type RequestProblem, type TransactionRequest } from './transaction-request.ts'

export interface QuoteInput {
  readonly fiatCurrency: string
  readonly token: { readonly symbol: string; readonly address: string }
  readonly sku: string
  readonly chainId: number
  /** The paying address; left out if there is no payer yet. */
  readonly sender?: string
}

export interface Quote {
  /** Null for a price-only quote of the alternate dialect. */
  readonly id: QuoteId | null
  readonly fiatCurrency: string
  readonly fiatAmount: Decimal
  /** The requested coin, if the service names none. */
  readonly digitalAsset: string
  readonly digitalAssetAmount: Decimal
  readonly totalAmount: Decimal
  readonly feeAmount: Decimal
  readonly sku: string
  /** Null if there is none (price only) or it was not understood (see `requestProblem`). */
  readonly transactionRequest: TransactionRequest | null
  /** Why it was not understood; null if it was, or there was none. */
  readonly requestProblem: RequestProblem | null
  /** Names of its unknown fields, which Till ignored. */
  readonly ignoredFields: readonly string[]
}

const v1Shape = z.object({
  fiatCurrency: requiredText,
  fiatAmount: requiredDecimal,
  digitalAsset: text,
  digitalAssetAmount: requiredDecimal,
  totalAmount: requiredDecimal,
  feeAmount: decimal,
  sku: requiredText,
  transactionRequest: z.unknown().optional(),
})

const alternateShape = z.object({
  error: text,
  message: text,
  data: z
    .object({
      fiat_currency: requiredText,
      fiat_amount: requiredDecimal,
      digital_asset: text,
      digital_asset_amount: requiredDecimal,
      total_amount: requiredDecimal,
      sku: requiredText,
    })
    .nullish(),
})

/** Requests a quote in the profile's dialect; the alternate one gives only a price, without id and transactionRequest. */
export async function createQuote(
  exchange: Exchange,
  profile: Pick<Profile, 'quoteDialect' | 'digitalAsset' | 'integrator'>,
  input: QuoteInput,
  signal?: AbortSignal,
): Promise<Quote> {
  const { fiatCurrency, sku, chainId, sender } = input
  const digitalAsset = profile.digitalAsset === 'symbol' ? input.token.symbol : input.token.address
  const alternate = profile.quoteDialect === 'alternate'
  const body = alternate
    ? { sku, fiat_currency: fiatCurrency, digital_asset: digitalAsset, chain_id: chainId }
    : { fiatCurrency, digitalAsset, sku, chainId, integrator: profile.integrator, ...(sender ? { sender } : {}) }
  const answer = await askService(exchange, {
    method: 'POST',
    path: alternate ? '/quotes' : '/api/v1/quotes/',
    body: JSON.stringify(body),
    requestClass: 'quote',
    ...(signal ? { signal } : {}),
  })
  const quote = alternate ? readAlternate(answer) : readV1(answer)
  return { ...quote, digitalAsset: quote.digitalAsset || digitalAsset }
}

function readV1(answer: Answer): Quote {
  const { transactionRequest: raw, feeAmount, ...quote } = readAnswer(answer, v1Shape)
  const read = raw === undefined || raw === null ? null : readTransactionRequest(raw)
  return {
    id: readQuoteId(textOf(answer)),
    ...quote,
    feeAmount: feeAmount ?? difference(quote.totalAmount, quote.digitalAssetAmount),
    transactionRequest: read?.ok ? read.request : null,
    requestProblem: read === null || read.ok ? null : read.problem,
    ignoredFields: read?.ok ? read.ignored : [],
  }
}

function readAlternate(answer: Answer): Quote {
  const { error, message, data } = readAnswer(answer, alternateShape)
  if (error !== '') {
    const code = error.slice(0, 300)
    const details = { status: answer.status, code, message: plain(message), reason: refusalReason(code) }
    throw new AppError('service-rejected', 'The service refused the quote', { details })
  }
  if (!data) throw new AppError('service-malformed', 'The service’s quote is empty')
  return {
    id: null,
    fiatCurrency: data.fiat_currency,
    fiatAmount: data.fiat_amount,
    digitalAsset: data.digital_asset,
    digitalAssetAmount: data.digital_asset_amount,
    totalAmount: data.total_amount,
    feeAmount: difference(data.total_amount, data.digital_asset_amount),
    sku: data.sku,
    transactionRequest: null,
    requestProblem: null,
    ignoredFields: [],
  }
}

/** Returns the fee as the total minus the asset's own amount, if the service does not name it. */
function difference(total: Decimal, asset: Decimal): Decimal {
  const units = toUnits(total, 100) - toUnits(asset, 100)
  return fromUnits(units > 0n ? units : 0n, 100)
}
