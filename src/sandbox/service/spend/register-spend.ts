import { randomUUID } from 'node:crypto'
import { isAddress, isAddressEqual, isHash, type Address } from 'viem'
import type { z } from '@hono/zod-openapi'
import { failingBrand } from '../../catalog/sandbox-brand.ts'
import type { Chain } from '../../chains/chain.ts'
import type { Service } from '../context.ts'
import { checkDelivery } from '../quote/check-delivery.ts'
import type { QuoteRow, RegistrationRow, SoldProduct } from './ledger-schema.ts'
import type { registrationRequest } from '../schemas.ts'
import { invalid, ServiceError } from '../service-error.ts'
import type { Dialect } from '../settings.ts'
import { verifyPayment } from './verify-payment.ts'

type Body = z.output<typeof registrationRequest>

export interface SpendToRegister {
  readonly wallet: Address
  readonly integrator: string
  readonly idempotencyKey: string
  readonly body: Body
}

/** Registers a payment after verifying it on its chain; 409 for a used key, 400 or 422 for a wrong request. */
export async function registerSpend(service: Service, spend: SpendToRegister): Promise<RegistrationRow> {
  refuseDuplicate(service, spend.idempotencyKey)
  const { transactionIntent: intent, transactionReceipt: proof, reference, requiredFields } = spend.body
  if (!isHash(proof.hash)) throw invalid({ 'transactionReceipt.hash': 'is not a transaction hash' })
  if (proof.virtualMachineType !== 'EVM') throw invalid({ 'transactionReceipt.virtualMachineType': 'EVM is expected' })
  const quote = checkIntent(service, spend)
  const { variant, product } = soldVariant(service, quote)
  checkDelivery(variant, reference, requiredFields)
  if (intent.hasAcceptedTerms !== true && service.ledger.hasAcceptedTerms(spend.wallet.toLowerCase()) !== true) {
    throw invalid({ 'transactionIntent.hasAcceptedTerms': 'the terms must be accepted first' }, 'TERMS_NOT_ACCEPTED')
  }
  const hash = proof.hash.toLowerCase() as typeof proof.hash
  refuseUsed(service, hash, quote.id)
  const chain = service.chains.find(({ network }) => network.chainId === quote.chainId)
  if (!chain) throw new ServiceError(500, 'CHAIN_UNAVAILABLE', 'The network of this quote is gone')
  await verifyPayment(chain, {
    hash,
    sender: spend.wallet,
    token: quote.token as Address,
    units: quote.totalUnits,
    quoteId: quote.id,
    confirmations: service.settings.confirmations,
  })
  // Another request may have registered the same spend while the chain was read.
  refuseDuplicate(service, spend.idempotencyKey)
  refuseUsed(service, hash, quote.id)
  const id = randomUUID()
  const now = service.clock.now()
  service.ledger.addRegistration({
    id,
    idempotencyKey: spend.idempotencyKey,
    hash,
    quoteId: quote.id,
    reference,
    requiredFields,
    product,
    wallet: spend.wallet.toLowerCase(),
    integrator: spend.integrator,
    quantity: intent.quantity,
    createdAt: now,
    outcomeAt: now + service.settings.deliverySeconds * 1000,
  })
  const row = service.ledger.findById(id)
  if (!row) throw new Error('A registration that was just added is missing')
  return row
}

function refuseDuplicate(service: Service, key: string): void {
  const earlier = service.ledger.findByKey(key)
  if (!earlier) return
  const message = 'A request with this Idempotency-Key was registered before'
  throw new ServiceError(409, 'DUPLICATE_REQUEST', message, { extra: { transactionId: earlier.id } })
}

function refuseUsed(service: Service, hash: string, quoteId: number): void {
  if (service.ledger.findByHash(hash)) {
    throw invalid({ 'transactionReceipt.hash': 'was registered before' }, 'PAYMENT_ALREADY_REGISTERED')
  }
  if (service.ledger.findByQuote(quoteId)) {
    throw invalid({ 'transactionIntent.quoteId': 'was registered before' }, 'QUOTE_ALREADY_USED')
  }
}

function checkIntent(service: Service, { wallet, integrator, body }: SpendToRegister): QuoteRow {
  const intent = body.transactionIntent
  const quote = service.ledger.getQuote(intent.quoteId)
  if (!quote) throw invalid({ 'transactionIntent.quoteId': 'is not a known quote' }, 'QUOTE_NOT_FOUND')
  const chain = service.chains.find(({ network }) => network.chainId === quote.chainId)
  const problems: Record<string, string> = {}
  if (!isAddress(intent.wallet, { strict: false }) || !isAddressEqual(intent.wallet, wallet)) {
    problems.wallet = 'is not the wallet of the path'
  }
  if (intent.sku !== quote.sku) problems.sku = 'is not the one of the quote'
  if (intent.quantity !== 1) problems.quantity = 'a quote is for one'
  if (intent.integrator !== undefined && intent.integrator !== integrator)
    problems.integrator = 'is not the one of the query'
  if (!chainNames(service.settings.dialect, chain, quote).includes(intent.chain))
    problems.chain = 'is not the one of the quote'
  if (!isAddress(intent.token, { strict: false }) || !isAddressEqual(intent.token, quote.token as Address)) {
    problems.token = 'is not the one of the quote'
  }
  const amounts = [Number(quote.totalAmount), Number(quote.digitalAssetAmount)]
  if (!amounts.includes(intent.amount)) problems.amount = 'is not the one of the quote'
  if (Object.keys(problems).length > 0) {
    throw invalid(
      Object.fromEntries(Object.entries(problems).map(([name, text]) => [`transactionIntent.${name}`, text])),
    )
  }
  return quote
}

/** Returns the names that a registration may use for the chain of its quote. */
function chainNames({ intentChain }: Dialect, chain: Chain | undefined, { chainId }: QuoteRow): readonly string[] {
  return [
    ...(intentChain === 'chain-id' || chain === undefined ? [] : [chain.network.key]),
    ...(intentChain === 'network-key' ? [] : [String(chainId)]),
  ]
}

function soldVariant(service: Service, quote: QuoteRow) {
  const variant = service.catalog.find(quote.sku)
  if (!variant) throw invalid({ 'transactionIntent.sku': 'is no longer for sale' }, 'PRODUCT_NOT_FOUND')
  const product: SoldProduct = {
    name: variant.brand,
    logoUrl: variant.imageUrl,
    country: variant.country,
    productType: variant.productType,
    productSubType: variant.subTypes[0] ?? 'not_set',
    stableCoinCurrency: variant.price.stableCoinCurrency,
    stableCoinValue: variant.price.stableCoinValue,
    serviceId: variant.evmServiceId,
    fails: service.settings.failAll || variant.brand === failingBrand,
  }
  return { variant, product }
}
