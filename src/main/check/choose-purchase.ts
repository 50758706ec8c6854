import { isAddress, type Address } from 'viem'
import { isWithinBounds } from '../../shared/checkout/payment-bounds.ts'
import { compareDecimals } from '../../shared/money.ts'
import { rpcUrlsOf } from '../catalog/metadata/network-view.ts'
import { findEscrowContracts } from '../chain/guard/escrow-contracts.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { Choice } from '../purchases/quote/offer.ts'
import type { Token } from '../service/operations/list-tokens.ts'
import type { Variant } from '../service/operations/read-variant.ts'
import type { Payable } from './check-coins.ts'

/** More decimals than any coin has, so more than any price needs. */
const MAX_DECIMALS = 18

/**
 * Chooses the purchases to price: the cheapest product that a coin may pay for, in its own coin if that is listed, and the cheapest of
 * another brand, for a service without a price for the first.
 */
export function choosePurchases(
  { network, tokens }: Payable,
  variants: readonly Variant[],
  profile: Profile,
): readonly Choice[] {
  const cheapestFirst = variants
    .filter(isOrdinary)
    .sort((a, b) => compareDecimals(a.price.stableCoinValue, b.price.stableCoinValue))
  const payable = cheapestFirst.flatMap((variant) => {
    const token = tokens.find((one) => isSameCoin(one, variant)) ?? tokens[0]
    return token !== undefined && isWithinBounds(token, variant.price.stableCoinValue) ? [{ variant, token }] : []
  })
  const [first] = payable
  if (first === undefined) return []
  const other = payable.find(({ variant }) => variant.brandSlug !== first.variant.brandSlug) ?? payable[1]
  return [first, ...(other === undefined ? [] : [other])].map(({ variant, token }) =>
    choiceOf(network, token, variant, profile),
  )
}

/** Returns whether a product has a comparable price; a price of zero says nothing about the service. */
function isOrdinary({ price: { fiatValue, stableCoinValue } }: Variant): boolean {
  const decimals = stableCoinValue.split('.')[1] ?? ''
  return (
    [fiatValue, stableCoinValue].every((value) => compareDecimals(value, '0') > 0) && decimals.length <= MAX_DECIMALS
  )
}

function isSameCoin({ symbol }: Token, { price }: Variant): boolean {
  return symbol.toLowerCase() === price.stableCoinCurrency.toLowerCase()
}

function choiceOf(network: Payable['network'], token: Token, variant: Variant, profile: Profile): Choice {
  const { key, name, chainId, explorerUrl, nativeToken, protocolContracts } = network
  return {
    product: {
      sku: variant.sku,
      brandSlug: variant.brandSlug,
      brandName: variant.brand,
      productType: variant.productType,
      country: variant.country,
      image: null,
      facts: null,
      evmServiceId: variant.evmServiceId,
      fiatCurrency: variant.price.fiatCurrency,
      fiatValue: variant.price.fiatValue,
      listed: { symbol: variant.price.stableCoinCurrency, amount: variant.price.stableCoinValue },
    },
    network: {
      key,
      name: name || key,
      chainId,
      explorerUrl,
      rpcUrls: rpcUrlsOf(network, profile),
      nativeSymbol: nativeToken.symbol,
      nativeAddress: nativeToken.address,
      protocolContracts: Object.values(protocolContracts).filter(isContract),
      escrow: findEscrowContracts(protocolContracts),
    },
    token: { ...token, address: token.address as Address },
    delivery: { reference: '', fields: [] },
    money: null,
  }
}

function isContract(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value)
}
