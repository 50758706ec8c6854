import { isAddress, type Address } from 'viem'
import { isWithinBounds } from '../../shared/allowance-bounds.ts'
import { compareDecimals } from '../../shared/money.ts'
import { rpcUrlsOf } from '../catalog/places/network-view.ts'
import { findEscrowContracts } from '../chain/escrow-contracts.ts'
import type { Profile } from '../../shared/profile.ts'
import type { Choice } from '../purchases/offer.ts'
import type { Token } from '../service/list-tokens.ts'
import type { Variant } from '../service/read-variant.ts'
import type { Payable } from './check-coins.ts'

/** Chooses what to ask the price of: the cheapest product that a coin may pay for, in its own coin where that is listed. */
export function choosePurchase(
  { network, tokens }: Payable,
  variants: readonly Variant[],
  profile: Profile,
): Choice | null {
  const cheapestFirst = [...variants].sort((a, b) => compareDecimals(a.price.stableCoinValue, b.price.stableCoinValue))
  for (const variant of cheapestFirst) {
    const token = tokens.find((one) => isSameCoin(one, variant)) ?? tokens[0]
    if (token === undefined || !isWithinBounds(token, variant.price.stableCoinValue)) continue
    return choiceOf(network, token, variant, profile)
  }
  return null
}

function isSameCoin({ symbol }: Token, { price }: Variant): boolean {
  return symbol.toLowerCase() === price.stableCoinCurrency.toLowerCase()
}

function choiceOf(network: Payable['network'], token: Token, variant: Variant, profile: Profile): Choice {
  const { key, name, chainId, explorerUrl, nativeToken, protocolContracts } = network
  return {
    product: {
      ...{ sku: variant.sku, brandSlug: variant.brandSlug, brandName: variant.brand, productType: variant.productType },
      ...{ country: variant.country, image: null, facts: null, evmServiceId: variant.evmServiceId },
      ...{ fiatCurrency: variant.price.fiatCurrency, fiatValue: variant.price.fiatValue },
      listed: { symbol: variant.price.stableCoinCurrency, amount: variant.price.stableCoinValue },
    },
    network: {
      ...{ key, name: name || key, chainId, explorerUrl, rpcUrls: rpcUrlsOf(network, profile) },
      ...{ nativeSymbol: nativeToken.symbol, nativeAddress: nativeToken.address },
      protocolContracts: Object.values(protocolContracts).filter(isContract),
      escrow: findEscrowContracts(protocolContracts),
    },
    token: { ...token, address: token.address as Address },
    delivery: { reference: '', fields: [] },
  }
}

function isContract(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value)
}
