import { isAddress, type Address } from 'viem'
import type { Profile } from '../../../shared/services/profile.ts'
import type { FrozenNetwork } from '../../chain/frozen-network.ts'
import { nativeSymbolOf } from '../../chain/guard/native-coin.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { isEvm, rpcUrlsOf } from './network-view.ts'
import { readNetworks, type NetworkWithTokens } from './metadata-repository.ts'

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

/** Returns the listed network with a chain ID in the form stored with a signed transaction; null for none. */
export function freezeListed(db: ReadableDb, chainId: number, profile: Profile): FrozenNetwork | null {
  const network = readNetworks(db).find((listed) => listed.chainId === chainId && isEvm(listed))
  return network === undefined ? null : freezeNetwork(network, profile)
}

/** Returns the addresses among a network's contracts. */
export function addressesIn(contracts: Readonly<Record<string, unknown>>): Address[] {
  return Object.values(contracts).filter((value): value is Address => typeof value === 'string' && isAddress(value))
}
