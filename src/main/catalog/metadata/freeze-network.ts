import { isAddress, type Address } from 'viem'
import type { Profile } from '../../../shared/services/profile.ts'
import type { FrozenNetwork } from '../../chain/frozen-network.ts'
import { nativeSymbolOf } from '../../chain/guard/native-coin.ts'
import { rpcUrlsOf } from './network-view.ts'
import type { NetworkWithTokens } from './metadata-repository.ts'

/** Returns a listed network in the form stored with a signed transaction. */
export function freezeNetwork(network: NetworkWithTokens, profile: Profile): FrozenNetwork {
  const { key, name, chainId, explorerUrl, nativeToken } = network
  return {
    key,
    name: name || key,
    chainId,
    rpcUrls: rpcUrlsOf(network, profile),
    explorerUrl,
    nativeSymbol: nativeSymbolOf(chainId, nativeToken.symbol),
  }
}

/** Returns the addresses among a network's contracts. */
export function addressesIn(contracts: Readonly<Record<string, unknown>>): Address[] {
  return Object.values(contracts).filter((value): value is Address => typeof value === 'string' && isAddress(value))
}
