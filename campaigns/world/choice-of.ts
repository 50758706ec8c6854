import type { Address } from 'viem'
import type { Choice } from '../../src/main/purchases/quote/offer.ts'
import type { Network } from '../../src/main/service/operations/list-networks.ts'
import type { Token } from '../../src/main/service/operations/list-tokens.ts'

/** What the person buys: the token to pay with, the recipient, and whether the service fails to deliver and refunds. */
export interface ChoiceWish {
  readonly token: string
  readonly fails: boolean
  readonly reference: string
}

/** Returns a wish as Till takes it: 5 dollars of a sandbox product, on a network that the sandbox lists. */
export function choiceOf(
  network: Network & { readonly tokens: readonly Token[] },
  { token: tokenKey, fails, reference }: ChoiceWish,
): Choice {
  const token = network.tokens.find((one) => one.key === tokenKey)
  if (!token) throw new Error(`There is no ${tokenKey} on ${network.key}`)
  const brand = fails ? 'sandbox' : 'juniperline'
  return {
    product: {
      sku: `${brand}_US_5.00-I`,
      brandSlug: brand,
      brandName: brand,
      productType: 'topup',
      country: 'US',
      image: null,
      facts: null,
      fiatCurrency: 'USD',
      evmServiceId: null,
      listed: null,
      fiatValue: '5.00',
    },
    network: {
      key: network.key,
      name: network.name,
      chainId: network.chainId,
      rpcUrls: [network.rpcUrl],
      explorerUrl: network.explorerUrl,
      nativeSymbol: network.nativeToken.symbol,
      nativeAddress: network.nativeToken.address,
      protocolContracts: Object.values(network.protocolContracts) as Address[],
      escrow: null,
    },
    token: { ...token, address: token.address as Address },
    delivery: { reference, fields: [] },
    money: null,
  }
}
