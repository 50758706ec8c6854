import { isAddress } from 'viem'
import type { NetworkView } from '../../shared/networks/views.ts'
import { addressesIn, freezeListed, freezeNetwork } from '../catalog/metadata/freeze-network.ts'
import { toNetworkViews } from '../catalog/metadata/network-view.ts'
import { readNetwork, readNetworks, type NetworkWithTokens } from '../catalog/metadata/metadata-repository.ts'
import { rpcUrlsToday } from '../catalog/metadata/rpc-urls-today.ts'
import type { Chain } from '../chain/chain.ts'
import { isNativePlaceholder } from '../chain/guard/native-coin.ts'
import { createChains, type Chains } from '../chain/open-chains.ts'
import type { WritableDb } from '../db/connections.ts'
import type { CurrentService, ListedNetwork } from '../engine/current-service.ts'
import { readSignedOn } from '../engine/steps/step-repository.ts'
import type { EventBus } from '../events.ts'
import type { Log } from '../log/create-log.ts'
import type { ProfileSettings } from '../settings/profiles-repository.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { Services } from '../profiles/services.ts'

export interface NetworksOptions {
  readonly ledger: WritableDb
  readonly cache: WritableDb
  readonly profiles: Pick<Profiles, 'current'>
  readonly services: Pick<Services, 'get'>
  readonly events: Pick<EventBus, 'emit'>
  readonly log: Log
  /** Aborts every request to a node. */
  readonly signal: AbortSignal
}

/** The networks of the service in use, and the chains behind them. */
export interface Networks {
  /** Returns the networks for a page. */
  views(): NetworkView[]
  /** Returns the chain of a network that was frozen under a profile. */
  readonly chain: Chains
  /** Returns the chain of a network by its key; null if it is unknown, or has no service. */
  chainOf(networkKey: string): Chain | null
  /** Returns the service in use with its payable networks; null before there is one. */
  current(): CurrentService | null
}

/** Opens the cached networks; sends no request to a node. */
export function openNetworks({ ledger, cache, profiles, services, events, log, signal }: NetworksOptions): Networks {
  const inUse = (): ProfileSettings | null => profiles.current()?.settings ?? null
  const chain = createChains({
    signal,
    rpcUrls: ({ chainId, key }, profile) => rpcUrlsToday(chainId, profile, inUse(), readNetwork(cache, key)),
    signedOn: (chainId) => readSignedOn(ledger, chainId),
    listed(chainId) {
      const profile = inUse()
      const network = profile && freezeListed(cache, chainId, profile)
      return profile && network && { network, profile }
    },
    onFailed(chain, host, error) {
      if (!signal.aborted) log('chain.node', { chain, host }, { error })
    },
    onTrouble: () => events.emit('network.changed'),
  })

  function views(): NetworkView[] {
    const profile = inUse()
    return profile === null ? [] : toNetworkViews(readNetworks(cache), profile)
  }

  return {
    views,
    chain,
    chainOf(networkKey) {
      const [network, profile] = [readNetwork(cache, networkKey), inUse()]
      return network && profile ? chain(freezeNetwork(network, profile), profile) : null
    },
    current() {
      const current = profiles.current()
      const service = current && services.get(current.id)
      if (!service) return null
      const { profileId, profile, client } = service
      const payable = views().flatMap(({ key, unpayable }) =>
        unpayable === null ? (readNetwork(cache, key) ?? []) : [],
      )
      return { profileId, client, networks: payable.map((network) => listNetwork(network, profile, chain)) }
    },
  }
}

/** Returns a network with its chain, tokens and contracts. */
function listNetwork(network: NetworkWithTokens, profile: ProfileSettings, chains: Chains): ListedNetwork {
  const tokens = network.tokens.flatMap(({ address, symbol, decimals }) =>
    isAddress(address) && !isNativePlaceholder(address) ? [{ address, symbol, decimals }] : [],
  )
  const frozen = freezeNetwork(network, profile)
  const isNativePayable = network.tokens.some(({ address }) => isAddress(address) && isNativePlaceholder(address))
  return {
    key: network.key,
    network: frozen,
    chain: chains(frozen, profile),
    tokens,
    payableNative: isNativePayable ? frozen.nativeSymbol : null,
    routers: addressesIn(network.protocolContracts),
  }
}
