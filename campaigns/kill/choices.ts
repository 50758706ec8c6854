import type { Address } from 'viem'
import type { Choice } from '../../src/main/purchases/offer.ts'
import type { NetworkKey, TestTown, TokenKey } from '../../src/main/purchases/test-town.ts'

/** What is bought: on which network with which token, and whether the service fails to deliver it and pays back. */
export interface Wish {
  readonly network: NetworkKey
  readonly token: TokenKey
  readonly fails: boolean
}

/** A wish as Till takes it, delivered to a place that tells it from the others of its wallet. */
export function choiceOf(town: TestTown, { network: key, token: tokenKey, fails }: Wish, place: number): Choice {
  const network = town.network(key)
  const token = network.tokens.find((one) => one.key === tokenKey)
  if (!token) throw new Error('No such token')
  const brand = fails ? 'sandbox' : 'juniperline'
  return {
    product: {
      ...{ sku: `${brand}_US_5.00-I`, brandSlug: brand, brandName: brand, productType: 'topup', country: 'US' },
      ...{ image: null, facts: null, fiatCurrency: 'USD', fiatValue: '5.00' },
    },
    network: {
      ...{ key: network.key, name: network.name, chainId: network.chainId, rpcUrls: [town.rpcUrl(key)] },
      explorerUrl: network.explorerUrl,
      nativeSymbol: network.nativeToken.symbol,
      nativeDecimals: network.nativeToken.decimals,
      nativeAddress: network.nativeToken.address,
      protocolContracts: Object.values(network.protocolContracts) as Address[],
    },
    token: { ...token, address: token.address as Address },
    delivery: { reference: fails ? `someone${place}@example.com` : `+1201555012${place}`, fields: [] },
  }
}
