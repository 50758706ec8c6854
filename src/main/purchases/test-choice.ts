import type { Address } from 'viem'
import type { Network } from '../service/list-networks.ts'
import type { Token } from '../service/list-tokens.ts'
import type { Choice } from './offer.ts'

/** What is bought in a test: which SKU of the sandbox, priced in dollars by its name, paid with which token, and for whom. */
export interface TestWish {
  readonly sku: string
  readonly token: string
  readonly reference: string
}

/** A wish as Till takes it, on a network that the sandbox lists. */
export function testChoice(
  network: Network & { readonly tokens: readonly Token[] },
  { sku, token: tokenKey, reference }: TestWish,
): Choice {
  const token = network.tokens.find((one) => one.key === tokenKey)
  if (!token) throw new Error(`There is no ${tokenKey} on ${network.key}`)
  const brand = sku.split('_')[0] ?? ''
  return {
    product: {
      ...{ sku, brandSlug: brand, brandName: brand, productType: 'topup', country: 'US', image: null, facts: null },
      ...{ fiatCurrency: 'USD', fiatValue: /_([\d.]+)-I$/.exec(sku)?.[1] ?? '' },
    },
    network: {
      ...{ key: network.key, name: network.name, chainId: network.chainId, rpcUrls: [network.rpcUrl] },
      explorerUrl: network.explorerUrl,
      nativeSymbol: network.nativeToken.symbol,
      nativeDecimals: network.nativeToken.decimals,
      nativeAddress: network.nativeToken.address,
      protocolContracts: Object.values(network.protocolContracts) as Address[],
    },
    token: { ...token, address: token.address as Address },
    delivery: { reference, fields: [] },
  }
}
