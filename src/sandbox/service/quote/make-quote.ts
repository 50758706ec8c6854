import { encodeFunctionData, formatUnits, getAddress, isAddress, maxUint256, type Address } from 'viem'
import { tokenAbi } from '../../chains/abi.ts'
import type { Chain } from '../../chains/chain.ts'
import { listedNetworks } from '../../chains/networks.ts'
import type { Variant } from '../../catalog/model.ts'
import type { Service } from '../context.ts'
import { escrowInUse, openOrder, priceForEscrow } from '../spend/escrow.ts'
import { findToken, type LiveToken } from '../catalog/find-token.ts'
import { movement, priceQuote, roundTotal, type PricedQuote } from './pricing.ts'
import { merge, type QuoteOverride } from './quote-override.ts'
import { invalid, ServiceError } from '../service-error.ts'
import { buildTransactionRequest, paymentCall } from './transaction-request.ts'

export interface QuoteRequest {
  readonly fiatCurrency: string
  readonly digitalAsset: string
  readonly sku: string
  readonly chainId: number
  readonly integrator?: string | undefined
  readonly sender?: string | undefined
}

export interface Offer {
  readonly variant: Variant
  readonly chain: Chain
  readonly token: LiveToken
  readonly priced: PricedQuote
}

/** Prices a product; refuses (400) one that is not sold, not listed in that currency, or not payable on that network. */
export function priceOffer(service: Service, request: QuoteRequest): Offer {
  const variant = service.catalog.find(request.sku)
  if (!variant) throw invalid({ sku: 'is not for sale' }, 'PRODUCT_NOT_FOUND')
  if (variant.price.fiatCurrency !== request.fiatCurrency.toUpperCase()) {
    throw invalid({ fiatCurrency: `this product is priced in ${variant.price.fiatCurrency}` })
  }
  const chain = service.chains.find(({ network }) => network.chainId === request.chainId)
  if (!chain) {
    const listed = listedNetworks.some(({ chainId }) => chainId === request.chainId)
    throw invalid(
      { chainId: listed ? 'cannot be paid on at the moment' : 'is not a listed network' },
      'NETWORK_NOT_SUPPORTED',
    )
  }
  const { digitalAsset } = service.settings.dialect
  const token = findToken(chain, request.digitalAsset, digitalAsset)
  if (!token) throw invalid({ digitalAsset: `is not taken on ${chain.network.name}` }, 'TOKEN_NOT_SUPPORTED')
  const { pricesFrozen, priceFactor, roundsTotals } = service.settings
  const moved = pricesFrozen ? 1 : movement(variant.price.fiatCurrency, service.clock.now())
  const priced = priceQuote(variant.price, token.decimals, moved * priceFactor)
  return { variant, chain, token, priced: roundsTotals ? roundTotal(priced, token.decimals) : priced }
}

/** Creates and stores a quote. */
export async function makeQuote(service: Service, request: QuoteRequest) {
  const { variant, chain, token, priced } = priceOffer(service, request)
  if (request.sender !== undefined) await checkSender(service, request.sender, chain, token, priced)
  const escrow = escrowInUse(service, chain)
  const { totalUnits, ...amounts } = escrow === null ? priced : priceForEscrow(priced, token)
  const terms = {
    fiatCurrency: variant.price.fiatCurrency,
    fiatAmount: variant.price.fiatValue,
    digitalAsset: request.digitalAsset,
    ...amounts,
    sku: variant.sku,
  }
  const id = service.ledger.addQuote({
    ...terms,
    createdAt: service.clock.now(),
    chainId: chain.network.chainId,
    token: token.address,
    totalUnits,
    sender: request.sender ?? null,
    integrator: request.integrator ?? null,
  })
  const call =
    escrow === null
      ? paymentCall(chain, token.address, totalUnits, id)
      : await openOrder(service, chain, escrow, {
          quoteId: id,
          serviceId: variant.evmServiceId,
          token,
          sender: request.sender,
          fiatValue: variant.price.fiatValue,
          amount: amounts.digitalAssetAmount,
        })
  const transactionRequest = await buildTransactionRequest(chain, call)
  const override = takeOverride(service)
  if (!override) return { id, ...terms, transactionRequest }
  return {
    id,
    ...terms,
    transactionRequest: merge(
      { ...transactionRequest, ...overriddenCall(override, chain, token.address, totalUnits) },
      override.transactionRequest,
    ) as unknown as typeof transactionRequest,
    ...merge({}, override.quote),
  }
}

async function checkSender(service: Service, sender: string, chain: Chain, token: LiveToken, priced: PricedQuote) {
  if (!isAddress(sender, { strict: false })) throw invalid({ sender: 'is not an address' })
  if (!service.settings.strictBalance) return
  const args = [getAddress(sender)] as const
  const held = await chain.client.readContract({
    address: token.address,
    abi: tokenAbi,
    functionName: 'balanceOf',
    args,
  })
  if (held >= priced.totalUnits) return
  const message = `The sender holds ${formatUnits(held, token.decimals)} ${token.symbol}, ${priced.totalAmount} are needed`
  throw new ServiceError(400, 'INSUFFICIENT_BALANCE', message, { fields: { sender: message } })
}

function takeOverride(service: Service): QuoteOverride | undefined {
  const [first, ...rest] = service.quoteOverrides
  if (!first) return undefined
  service.quoteOverrides = first.times > 1 ? [{ ...first, times: first.times - 1 }, ...rest] : rest
  return first
}

function overriddenCall(override: QuoteOverride, chain: Chain, token: Address, units: bigint) {
  const { call } = override
  if (!call) return {}
  if (call.kind === 'approve') {
    const args = [getAddress(call.spender), call.units === undefined ? maxUint256 : BigInt(call.units)] as const
    return { to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args }) }
  }
  const args = [getAddress(call.to ?? chain.treasury), call.units === undefined ? units : BigInt(call.units)] as const
  return { to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args }) }
}
